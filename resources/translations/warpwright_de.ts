<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>ArgumentMenu</name>
    <message>
        <source>Kept arguments</source>
        <translation>Behaltene Argumente</translation>
    </message>
    <message>
        <source>Arguments that were kept under a name (Alt+Down)</source>
        <translation>Argumente, die unter einem Namen behalten wurden (Alt+Ab)</translation>
    </message>
    <message>
        <source>no arguments</source>
        <translation>keine Argumente</translation>
    </message>
    <message>
        <source>Keep these as…</source>
        <translation>Diese behalten als…</translation>
    </message>
    <message>
        <source>Keep arguments</source>
        <translation>Argumente behalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>BottomDocks</name>
    <message>
        <source>Docks below the editor</source>
        <translation>Bereiche unter dem Editor</translation>
    </message>
    <message>
        <source>Dock %1</source>
        <translation>Bereich %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Show %1 (%2)</source>
        <translation>%1 zeigen (%2)</translation>
    </message>
    <message>
        <source>Show %1, %2</source>
        <translation>%1 zeigen, %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Docks in this place</source>
        <translation>Bereiche an dieser Stelle</translation>
    </message>
    <message>
        <source>Close these docks</source>
        <translation>Diese Bereiche schließen</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
    <message>
        <source>Rows of %1</source>
        <translation>Zeilen von %1</translation>
    </message>
</context>
<context>
    <name>Checking</name>
    <message>
        <source>run with checks, %1</source>
        <translation>Lauf mit Prüfungen, %1</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
</context>
<context>
    <name>CodeEditor</name>
    <message>
        <source>Source editor</source>
        <translation>Quelltext-Editor</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Words to look for</source>
        <translation>Gesuchte Wörter</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Compare with another session</source>
        <translation>Mit anderer Sitzung vergleichen</translation>
    </message>
    <message>
        <source>Sessions (*.wws)</source>
        <translation>Sitzungen (*.wws)</translation>
    </message>
    <message>
        <source>Sessions compared</source>
        <translation>Sitzungen verglichen</translation>
    </message>
    <message>
        <source>Close comparison of sessions</source>
        <translation>Vergleich der Sitzungen schließen</translation>
    </message>
</context>
<context>
    <name>ComparisonPage</name>
    <message>
        <source>Two sessions</source>
        <translation>Zwei Sitzungen</translation>
    </message>
    <message>
        <source>Measurements of two sessions</source>
        <translation>Messungen zweier Sitzungen</translation>
    </message>
    <message>
        <source>Why there is nothing to compare</source>
        <translation>Warum es nichts zu vergleichen gibt</translation>
    </message>
    <message>
        <source>What came of the comparison</source>
        <translation>Was der Vergleich ergab</translation>
    </message>
    <message>
        <source>Which sessions</source>
        <translation>Welche Sitzungen</translation>
    </message>
    <message>
        <source>Session of before</source>
        <translation>Sitzung von vorher</translation>
    </message>
    <message>
        <source>Session of after</source>
        <translation>Sitzung von nachher</translation>
    </message>
    <message>
        <source>Another session…</source>
        <translation>Andere Sitzung…</translation>
    </message>
    <message>
        <source>Compare with another session</source>
        <translation>Mit anderer Sitzung vergleichen</translation>
    </message>
    <message>
        <source>Turn around</source>
        <translation>Umdrehen</translation>
    </message>
    <message>
        <source>Before becomes after</source>
        <translation>Vorher wird nachher</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>Noch einmal vergleichen</translation>
    </message>
    <message>
        <source>Read both sessions again</source>
        <translation>Beide Sitzungen noch einmal lesen</translation>
    </message>
    <message>
        <source>Before: &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Vorher: &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>After: &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Nachher: &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Neither session holds a measurement. Measure (F9) the same kernel in both.</source>
        <translation>Keine der Sitzungen enthält eine Messung. Messen Sie (F9) denselben Kernel in beiden.</translation>
    </message>
    <message>
        <source>The captured launches are not the same: the input may be another.</source>
        <translation>Die aufgezeichneten Starts sind nicht dieselben: Die Eingabe kann eine andere sein.</translation>
    </message>
    <message>
        <source>Before ÷ after: more is better; by the intervals of both sessions.</source>
        <translation>Vorher ÷ nachher: Mehr ist besser; nach den Intervallen beider Sitzungen.</translation>
    </message>
    <message>
        <source>The first %1 of %2 figures; saved as CSV, they are all there.</source>
        <translation>Die ersten %1 von %2 Werten; als CSV gespeichert, sind alle da.</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>Accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>Estimated cost</source>
        <translation>Geschätzter Aufwand</translation>
    </message>
    <message>
        <source>relative cost</source>
        <translation>relativer Aufwand</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>CPU engine of this computer</source>
        <translation>CPU-Maschine dieses Rechners</translation>
    </message>
    <message>
        <source>counts, not times: measure on the GPU before you keep a variant</source>
        <translation>Zählungen, keine Zeiten: Messen Sie auf der GPU, bevor Sie eine Variante behalten</translation>
    </message>
    <message>
        <source>registers: estimated</source>
        <translation>Register: geschätzt</translation>
    </message>
    <message>
        <source>registers: ptxas</source>
        <translation>Register: ptxas</translation>
    </message>
    <message>
        <source>applicable</source>
        <translation>anwendbar</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>identisch</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>not done yet</source>
        <translation>noch nicht getan</translation>
    </message>
    <message>
        <source>Bring atomic updates of a block together</source>
        <translation>Atomare Änderungen eines Blocks zusammenbringen</translation>
    </message>
    <message>
        <source>Merge thread blocks</source>
        <translation>Thread-Blöcke zusammenlegen</translation>
    </message>
    <message>
        <source>Change the size of blocks</source>
        <translation>Die Größe der Blöcke ändern</translation>
    </message>
    <message>
        <source>Cache policy of loads</source>
        <translation>Cache-Regel der Ladezugriffe</translation>
    </message>
    <message>
        <source>Pre-execution on the CPU</source>
        <translation>Vorausführung auf der CPU</translation>
    </message>
    <message>
        <source>Load once, in front of a loop</source>
        <translation>Einmal laden, vor einer Schleife</translation>
    </message>
    <message>
        <source>Step quotients and remainders along a loop</source>
        <translation>Quotienten und Reste von Runde zu Runde weiterzählen</translation>
    </message>
    <message>
        <source>End searches early</source>
        <translation>Suchen früh beenden</translation>
    </message>
    <message>
        <source>Leave out blocks without work</source>
        <translation>Blöcke ohne Arbeit weglassen</translation>
    </message>
    <message>
        <source>Load before waiting</source>
        <translation>Laden vor dem Warten</translation>
    </message>
    <message>
        <source>Say that nothing writes what is read</source>
        <translation>Sagen, dass niemand schreibt, was gelesen wird</translation>
    </message>
    <message>
        <source>Keep what a later loop loads again</source>
        <translation>Behalten, was eine spätere Schleife noch einmal lädt</translation>
    </message>
    <message>
        <source>Copy lookup tables to shared memory</source>
        <translation>Nachschlagetabellen in den gemeinsamen Speicher kopieren</translation>
    </message>
    <message>
        <source>Move threads&apos; arrays to shared memory</source>
        <translation>Felder einzelner Threads in den gemeinsamen Speicher legen</translation>
    </message>
    <message>
        <source>Move elements of several rounds at once</source>
        <translation>Elemente mehrerer Runden auf einmal bewegen</translation>
    </message>
    <message>
        <source>Unroll loops by another number</source>
        <translation>Schleifen anders ausrollen</translation>
    </message>
    <message>
        <source>Prefetch of coming blocks into L2</source>
        <translation>Kommende Blöcke in L2 vorausladen</translation>
    </message>
    <message>
        <source>Launch loop as a graph</source>
        <translation>Startschleife als Graph</translation>
    </message>
    <message>
        <source>Remove a redundant barrier</source>
        <translation>Eine überflüssige Barriere entfernen</translation>
    </message>
    <message>
        <source>Shared array to global memory</source>
        <translation>Gemeinsames Feld in den globalen Speicher</translation>
    </message>
    <message>
        <source>Shared array to local memory</source>
        <translation>Gemeinsames Feld in den lokalen Speicher</translation>
    </message>
    <message>
        <source>Shared array to registers</source>
        <translation>Gemeinsames Feld in Register</translation>
    </message>
    <message>
        <source>Make parameters constants</source>
        <translation>Parameter zu Konstanten machen</translation>
    </message>
    <message>
        <source>Reorder tasks</source>
        <translation>Aufgaben umordnen</translation>
    </message>
    <message>
        <source>Merge threads</source>
        <translation>Threads zusammenlegen</translation>
    </message>
    <message>
        <source>Load what threads share once, into shared memory</source>
        <translation>Was Threads teilen, einmal in den gemeinsamen Speicher laden</translation>
    </message>
    <message>
        <source>Move neighbouring elements as vectors</source>
        <translation>Benachbarte Elemente als Vektoren bewegen</translation>
    </message>
    <message>
        <source>Exchange inside a warp</source>
        <translation>Austausch innerhalb eines Warps</translation>
    </message>
</context>
<context>
    <name>CoursePicture</name>
    <message>
        <source>History of the tuning</source>
        <translation>Verlauf der Abstimmung</translation>
    </message>
</context>
<context>
    <name>DiffSide</name>
    <message>
        <source>Text before the rewrite</source>
        <translation>Text vor der Änderung</translation>
    </message>
    <message>
        <source>Text after the rewrite</source>
        <translation>Text nach der Änderung</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Title bar of %1</source>
        <translation>Titelleiste von %1</translation>
    </message>
    <message>
        <source>State of %1</source>
        <translation>Zustand von %1</translation>
    </message>
    <message>
        <source>Detach %1</source>
        <translation>%1 ablösen</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
</context>
<context>
    <name>EditorPage</name>
    <message>
        <source>Editor page %1</source>
        <translation>Editor-Seite %1</translation>
    </message>
    <message>
        <source>Place in the file</source>
        <translation>Stelle in der Datei</translation>
    </message>
    <message>
        <source>Kernel and subject</source>
        <translation>Kernel und Gegenstand</translation>
    </message>
    <message>
        <source>What the heat margin shows</source>
        <translation>Was der Wärmerand zeigt</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Wärme</translation>
    </message>
    <message>
        <source>Scale of the heat</source>
        <translation>Skala der Wärme</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>not UTF-8, bytes kept</source>
        <translation>kein UTF-8, Bytes bleiben</translation>
    </message>
    <message>
        <source>   read-only</source>
        <translation>   schreibgeschützt</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>Teilfenster</translation>
    </message>
</context>
<context>
    <name>EvidenceModel</name>
    <message>
        <source>if `%1`</source>
        <translation>wenn `%1`</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Index and condition</source>
        <translation>Index und Bedingung</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>What happens there</source>
        <translation>Was dort geschieht</translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Reason, evidence and assumptions</source>
        <translation>Grund, Belege und Annahmen</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Title of the finding</source>
        <translation>Titel des Befunds</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>What the verdict rests on</source>
        <translation>Worauf das Urteil beruht</translation>
    </message>
    <message>
        <source>What a run has seen of the kernel&apos;s launches</source>
        <translation>Was ein Lauf von den Starts des Kernels gesehen hat</translation>
    </message>
    <message>
        <source>What stays as it is</source>
        <translation>Was bleibt, wie es ist</translation>
    </message>
    <message>
        <source>Other places for the array</source>
        <translation>Andere Orte für das Feld</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Evidence by line</source>
        <translation>Belege nach Zeilen</translation>
    </message>
    <message>
        <source>Rows of the evidence</source>
        <translation>Zeilen der Belege</translation>
    </message>
    <message>
        <source>Columns of the evidence</source>
        <translation>Spalten der Belege</translation>
    </message>
    <message>
        <source>Evidence, scrolling</source>
        <translation>Belege, rollend</translation>
    </message>
    <message>
        <source>Why no evidence is shown</source>
        <translation>Warum keine Belege gezeigt werden</translation>
    </message>
    <message>
        <source>Select a finding to see why it has its verdict.</source>
        <translation>Wählen Sie einen Befund, um zu sehen, warum er sein Urteil hat.</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>Nächste Schritte</translation>
    </message>
    <message>
        <source>Preview diff</source>
        <translation>Änderung ansehen</translation>
    </message>
    <message>
        <source>Verify on CPU</source>
        <translation>Auf der CPU prüfen</translation>
    </message>
    <message>
        <source>Compute graph</source>
        <translation>Graph berechnen</translation>
    </message>
    <message>
        <source>Runs the program on the CPU engine and weighs which loads to keep in L1</source>
        <translation>Führt das Programm auf der CPU-Maschine aus und wägt ab, welche Ladezugriffe in L1 bleiben</translation>
    </message>
    <message>
        <source>Observe…</source>
        <translation>Beobachten…</translation>
    </message>
    <message>
        <source>Observe launches</source>
        <translation>Starts beobachten</translation>
    </message>
    <message>
        <source>Runs the program once on the CPU engine and sees how the kernel is launched</source>
        <translation>Führt das Programm einmal auf der CPU-Maschine aus und sieht, wie der Kernel gestartet wird</translation>
    </message>
    <message>
        <source>Set launch…</source>
        <translation>Start angeben…</translation>
    </message>
    <message>
        <source>Set launch</source>
        <translation>Start angeben</translation>
    </message>
    <message>
        <source>Give block and grid of the kernel by hand (Ctrl+L)</source>
        <translation>Block und Gitter des Kernels von Hand angeben (Strg+L)</translation>
    </message>
    <message>
        <source>Select an applicable finding first.</source>
        <translation>Wählen Sie zuerst einen anwendbaren Befund.</translation>
    </message>
    <message>
        <source>Show what the rewrite changes (F7)</source>
        <translation>Zeigen, was die Änderung ändert (F7)</translation>
    </message>
    <message>
        <source>Run original and rewrite on the CPU engine and compare (F8)</source>
        <translation>Original und Änderung auf der CPU-Maschine ausführen und vergleichen (F8)</translation>
    </message>
    <message>
        <source> &lt;span style=&quot;color:%1&quot;&gt;%3 in %2 ms.&lt;/span&gt;</source>
        <translation> &lt;span style=&quot;color:%1&quot;&gt;%3 in %2 ms.&lt;/span&gt;</translation>
    </message>
    <message>
        <source>Proved</source>
        <translation>Bewiesen</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>no time yet; %1</source>
        <translation>noch keine Zeit; %1</translation>
    </message>
    <message>
        <source>not known for this change</source>
        <translation>für diese Änderung nicht bekannt</translation>
    </message>
    <message>
        <source>, bound by %1</source>
        <translation>, begrenzt durch %1</translation>
    </message>
    <message>
        <source>not yet. A trade: Measure (F9) tells whether it pays</source>
        <translation>noch nicht. Ein Tausch: Messen (F9) sagt, ob er sich lohnt</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>Beruht auf</translation>
    </message>
    <message>
        <source>not seen yet: Observe runs the program once, and its blocks are known</source>
        <translation>noch nicht gesehen: Beobachten führt das Programm einmal aus, dann sind seine Blöcke bekannt</translation>
    </message>
    <message>
        <source>In the last run</source>
        <translation>Im letzten Lauf</translation>
    </message>
    <message numerus="yes">
        <source>%n more, see the list</source>
        <translation>
            <numerusform>%n weiterer, siehe Liste</numerusform>
            <numerusform>%n weitere, siehe Liste</numerusform>
        </translation>
    </message>
    <message>
        <source>the barrier at line %1</source>
        <translation>die Barriere in Zeile %1</translation>
    </message>
    <message>
        <source>the barriers at lines %1</source>
        <translation>die Barrieren in den Zeilen %1</translation>
    </message>
    <message>
        <source>Stays as it is</source>
        <translation>Bleibt, wie es ist</translation>
    </message>
    <message>
        <source>: possible, and a trade. Measure (F9) tells whether it pays.</source>
        <translation>: möglich, und ein Tausch. Messen (F9) sagt, ob er sich lohnt.</translation>
    </message>
    <message>
        <source>Other places for it</source>
        <translation>Andere Orte dafür</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>Ihre Notiz</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>Notiz schreiben…</translation>
    </message>
    <message>
        <source>change</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>How is it compiled?…</source>
        <translation>Wie wird übersetzt?…</translation>
    </message>
    <message>
        <source>Say how it is compiled</source>
        <translation>Sagen, wie übersetzt wird</translation>
    </message>
    <message>
        <source>Give the compiler flags that the build file does not tell, or open the folder that has it</source>
        <translation>Die Schalter des Übersetzers angeben, die die Build-Datei nicht sagt, oder den Ordner öffnen, der sie enthält</translation>
    </message>
</context>
<context>
    <name>FactRow</name>
    <message>
        <source>Facts about the rewrite</source>
        <translation>Angaben zur Änderung</translation>
    </message>
    <message>
        <source>Threads a block</source>
        <translation>Threads je Block</translation>
    </message>
    <message>
        <source>first of %1 launches</source>
        <translation>erster von %1 Starts</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Re-parse</source>
        <translation>Neu gelesen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>no new errors</source>
        <translation>keine neuen Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n new errors</source>
        <translation>
            <numerusform>%n neuer Fehler</numerusform>
            <numerusform>%n neue Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>ptxas</source>
        <translation>ptxas</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Gemeinsam</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Auslastung</translation>
    </message>
</context>
<context>
    <name>FileWatch</name>
    <message>
        <source>%1 was written by another program. Its new text is shown.</source>
        <translation>%1 wurde von einem anderen Programm geschrieben. Der neue Text wird gezeigt.</translation>
    </message>
    <message>
        <source>%1: on the disk, and yours</source>
        <translation>%1: auf dem Datenträger, und Ihrer</translation>
    </message>
    <message>
        <source>%1 was written by another program, and has unsaved changes here. Findings are those of the text that is shown.</source>
        <translation>%1 wurde von einem anderen Programm geschrieben und hat hier ungesicherte Änderungen. Die Befunde gelten für den gezeigten Text.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meinen behalten</translation>
    </message>
    <message>
        <source>%1 is no longer on the disk, or cannot be read. Its text is still here.</source>
        <translation>%1 ist nicht mehr auf dem Datenträger oder nicht lesbar. Der Text ist noch hier.</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>Wieder sichern</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find and replace</source>
        <translation>Suchen und ersetzen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß/klein beachten</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorige</translation>
    </message>
    <message>
        <source>Find the previous place (Shift+Enter)</source>
        <translation>Die vorige Stelle suchen (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Find the next place (Enter)</source>
        <translation>Die nächste Stelle suchen (Eingabe)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace this place and find the next</source>
        <translation>Diese Stelle ersetzen und die nächste suchen</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
    <message>
        <source>Replace every place; one undo takes it back</source>
        <translation>Jede Stelle ersetzen; einmal Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Close find and replace</source>
        <translation>Suchen und Ersetzen schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n ersetzt</numerusform>
            <numerusform>%n ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Does not occur</source>
        <translation>Kommt nicht vor</translation>
    </message>
</context>
<context>
    <name>FindingNotes</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Your note on: %1</source>
        <translation>Ihre Notiz zu: %1</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>%1 is a part of several programs: %2. Choose one in the tool bar.</source>
        <translation>%1 gehört zu mehreren Programmen: %2. Wählen Sie eines in der Werkzeugleiste.</translation>
    </message>
</context>
<context>
    <name>FirstHints</name>
    <message>
        <source>This is the change, before and after. Verify (F8) runs both on the CPU and compares every result.</source>
        <translation>Das ist die Änderung, vorher und nachher. Prüfen (F8) führt beide auf der CPU aus und vergleicht jedes Ergebnis.</translation>
    </message>
    <message>
        <source>A filled diamond beside a line is a change that was proved to keep every result. Click it, then Preview (F7) shows what it would write.</source>
        <translation>Eine gefüllte Raute neben einer Zeile ist eine Änderung, von der bewiesen ist, dass jedes Ergebnis bleibt. Klicken Sie darauf; Vorschau (F7) zeigt dann, was sie schreiben würde.</translation>
    </message>
    <message>
        <source>The same results. Apply writes the change, and one undo takes it back; Measure (F9) tries it beside others first. F1 explains the finding.</source>
        <translation>Dieselben Ergebnisse. Anwenden schreibt die Änderung, ein Rückgängig nimmt sie zurück; Messen (F9) probiert sie vorher neben anderen. F1 erklärt den Befund.</translation>
    </message>
    <message>
        <source>Hint %1 of %2. </source>
        <translation>Hinweis %1 von %2. </translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation>Keine Hinweise mehr</translation>
    </message>
</context>
<context>
    <name>FlagsDialog</name>
    <message>
        <source>How is it compiled?</source>
        <translation>Wie wird übersetzt?</translation>
    </message>
    <message>
        <source>What is not known</source>
        <translation>Was nicht bekannt ist</translation>
    </message>
    <message>
        <source>Compiler flags of %1</source>
        <translation>Schalter des Übersetzers für %1</translation>
    </message>
    <message>
        <source>Compiler flags</source>
        <translation>Schalter des Übersetzers</translation>
    </message>
    <message>
        <source>as nvcc takes them: -DN=64 -std=c++17</source>
        <translation>wie nvcc sie nimmt: -DN=64 -std=c++17</translation>
    </message>
    <message>
        <source>Give what your build gives: definitions (-D), the standard, headers that are always read. The Makefile is not asked for them any more. %1 alone says that there are no others. Settings keeps them for the project.</source>
        <translation>Geben Sie an, was Ihr Build angibt: Definitionen (-D), den Standard, Header, die immer gelesen werden. Das Makefile wird nicht mehr danach gefragt. %1 allein sagt, dass es keine anderen gibt. Die Einstellungen behalten sie für das Projekt.</translation>
    </message>
    <message>
        <source>What the flags do</source>
        <translation>Was die Schalter bewirken</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Analyse with these flags</source>
        <translation>Mit diesen Schaltern analysieren</translation>
    </message>
    <message>
        <source>Open a larger folder…</source>
        <translation>Größeren Ordner öffnen…</translation>
    </message>
    <message>
        <source>Opens a folder above as the project: the one with the build file that is missing here</source>
        <translation>Öffnet einen Ordner darüber als Projekt: den mit der Build-Datei, die hier fehlt</translation>
    </message>
</context>
<context>
    <name>KeyTable</name>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Columns of the commands</source>
        <translation>Spalten der Befehle</translation>
    </message>
    <message>
        <source>Key of the command</source>
        <translation>Taste des Befehls</translation>
    </message>
    <message>
        <source>Press the key</source>
        <translation>Taste drücken</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <source>Take the key away</source>
        <translation>Die Taste wegnehmen</translation>
    </message>
    <message>
        <source>Usual key</source>
        <translation>Übliche Taste</translation>
    </message>
    <message>
        <source>Give the usual key back</source>
        <translation>Die übliche Taste zurückgeben</translation>
    </message>
    <message>
        <source>Who has the key</source>
        <translation>Wer die Taste hat</translation>
    </message>
    <message>
        <source>%1 is the key of &quot;%2&quot;. Take it away there first.</source>
        <translation>%1 ist die Taste von „%2“. Nehmen Sie sie dort zuerst weg.</translation>
    </message>
    <message>
        <source>%1, no key</source>
        <translation>%1, keine Taste</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>LaunchDialog</name>
    <message>
        <source>Set launch</source>
        <translation>Start angeben</translation>
    </message>
    <message>
        <source>How &lt;b&gt;%1&lt;/b&gt; is launched. What is found then holds for this launch only: give the one that your program makes.</source>
        <translation>Wie &lt;b&gt;%1&lt;/b&gt; gestartet wird. Was gefunden wird, gilt dann nur für diesen Start: Geben Sie den an, den Ihr Programm macht.</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>Threads eines Blocks</translation>
    </message>
    <message>
        <source>Blocks of the grid</source>
        <translation>Blöcke des Gitters</translation>
    </message>
    <message>
        <source> bytes</source>
        <translation> Bytes</translation>
    </message>
    <message>
        <source>Dynamic shared memory</source>
        <translation>Dynamischer gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>Whether it can be launched</source>
        <translation>Ob so gestartet werden kann</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take back what was set</source>
        <translation>Das Angegebene zurücknehmen</translation>
    </message>
    <message>
        <source>%1 threads a block</source>
        <translation>%1 Threads je Block</translation>
    </message>
    <message>
        <source>%1 threads a block: no GPU takes more than %2.</source>
        <translation>%1 Threads je Block: Keine GPU nimmt mehr als %2.</translation>
    </message>
    <message>
        <source>These sizes were seen in the last run that was observed.</source>
        <translation>Diese Größen wurden im letzten beobachteten Lauf gesehen.</translation>
    </message>
    <message>
        <source>These sizes stand in the source.</source>
        <translation>Diese Größen stehen in der Quelle.</translation>
    </message>
    <message>
        <source>The source leaves sizes open: what it does not tell is only a usual one. Observe launches sees those of a run.</source>
        <translation>Die Quelle lässt Größen offen: Was sie nicht sagt, ist nur eine übliche. „Starts beobachten“ sieht die eines Laufs.</translation>
    </message>
    <message>
        <source>Where these sizes come from</source>
        <translation>Woher diese Größen kommen</translation>
    </message>
</context>
<context>
    <name>LoadsPanel</name>
    <message>
        <source>Reuse: loads</source>
        <translation>Wiederverwendung: Ladezugriffe</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Solution</source>
        <translation>Lösung</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>Im Cache</translation>
    </message>
    <message>
        <source>Reduction, bytes</source>
        <translation>Ersparnis, Bytes</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Solutions</source>
        <translation>Lösungen</translation>
    </message>
    <message>
        <source>Why no graph is shown</source>
        <translation>Warum kein Graph gezeigt wird</translation>
    </message>
    <message>
        <source>Which graph is shown</source>
        <translation>Welcher Graph gezeigt wird</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>What runs</source>
        <translation>Was läuft</translation>
    </message>
    <message>
        <source>Compute graph</source>
        <translation>Graph berechnen</translation>
    </message>
    <message>
        <source>Compute the graph of the selected kernel</source>
        <translation>Den Graphen des gewählten Kernels berechnen</translation>
    </message>
    <message>
        <source>Open graph…</source>
        <translation>Graph öffnen…</translation>
    </message>
    <message>
        <source>Open a traffic-reduction graph</source>
        <translation>Einen Graphen der Verkehrsminderung öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the graph</source>
        <translation>Den Graphen abbrechen</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>Save the graph as SVG</source>
        <translation>Den Graphen als SVG sichern</translation>
    </message>
    <message>
        <source>What the solution says</source>
        <translation>Was die Lösung sagt</translation>
    </message>
    <message>
        <source>Kind of result</source>
        <translation>Art des Ergebnisses</translation>
    </message>
    <message>
        <source>Result in words</source>
        <translation>Ergebnis in Worten</translation>
    </message>
    <message>
        <source>Open graph</source>
        <translation>Graph öffnen</translation>
    </message>
    <message>
        <source>Traffic-reduction graphs (*.json);;All files (*)</source>
        <translation>Graphen der Verkehrsminderung (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>im Cache</translation>
    </message>
    <message>
        <source>bypassed (dashed)</source>
        <translation>vorbei (gestrichelt)</translation>
    </message>
    <message>
        <source>helps</source>
        <translation>hilft</translation>
    </message>
    <message>
        <source>harms</source>
        <translation>schadet</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>heuristic</source>
        <translation>heuristisch</translation>
    </message>
    <message>
        <source>bytes to L2 saved</source>
        <translation>zu L2 gesparte Bytes</translation>
    </message>
    <message>
        <source>Reading %1.</source>
        <translation>%1 wird gelesen.</translation>
    </message>
    <message>
        <source>Runs the program on the CPU engine and weighs the loads of %1.</source>
        <translation>Führt das Programm auf der CPU-Maschine aus und wägt die Ladezugriffe von %1 ab.</translation>
    </message>
    <message>
        <source>No graph of %1</source>
        <translation>Kein Graph von %1</translation>
    </message>
    <message>
        <source>Updating: %1</source>
        <translation>Wird erneuert: %1</translation>
    </message>
    <message>
        <source>Weighing loads: %1.</source>
        <translation>Ladezugriffe werden abgewogen: %1.</translation>
    </message>
    <message>
        <source>Which loads of %1 should be cached? Compute graph runs the program on the CPU engine and weighs them.</source>
        <translation>Welche Ladezugriffe von %1 sollen in den Cache? Graph berechnen führt das Programm auf der CPU-Maschine aus und wägt sie ab.</translation>
    </message>
    <message>
        <source>Which loads should be cached? Select a kernel and compute its graph, or open a traffic-reduction graph: {&quot;loads&quot;: […], &quot;pairs&quot;: […]}.</source>
        <translation>Welche Ladezugriffe sollen in den Cache? Wählen Sie einen Kernel und berechnen Sie seinen Graphen, oder öffnen Sie einen Graphen der Verkehrsminderung: {&quot;loads&quot;: […], &quot;pairs&quot;: […]}.</translation>
    </message>
    <message>
        <source>The graph was not opened</source>
        <translation>Der Graph wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>traffic-reduction graph: %1, %2</source>
        <translation>Graph der Verkehrsminderung: %1, %2</translation>
    </message>
    <message>
        <source>Save graph</source>
        <translation>Graph sichern</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Ladezugriff</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Weight, bytes</source>
        <translation>Gewicht, Bytes</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>Ladezugriffe</translation>
    </message>
    <message>
        <source>Graph and tables</source>
        <translation>Graph und Tabellen</translation>
    </message>
    <message>
        <source>Solutions and loads</source>
        <translation>Lösungen und Ladezugriffe</translation>
    </message>
    <message>
        <source>bypassed</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>%1 load</source>
        <translation>%1 Ladezugriff</translation>
    </message>
    <message>
        <source>%1 loads</source>
        <translation>%1 Ladezugriffe</translation>
    </message>
    <message>
        <source>%1 pair</source>
        <translation>%1 Paar</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 Paare</translation>
    </message>
</context>
<context>
    <name>LoadsRun</name>
    <message>
        <source>Open a CUDA source file with a main function first.</source>
        <translation>Öffnen Sie zuerst eine CUDA-Datei mit einer Funktion main.</translation>
    </message>
    <message>
        <source>Select a kernel first.</source>
        <translation>Wählen Sie zuerst einen Kernel.</translation>
    </message>
    <message>
        <source>Programs cannot be run here.</source>
        <translation>Programme können hier nicht ausgeführt werden.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Warpwright</source>
        <translation>Warpwright</translation>
    </message>
    <message>
        <source>Editors and previews</source>
        <translation>Editoren und Vorschauen</translation>
    </message>
    <message>
        <source>Dock %1</source>
        <translation>Bereich %1</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Opportunities</source>
        <translation>Gelegenheiten</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>Es gibt keinen Ordner %1.</translation>
    </message>
    <message>
        <source>%1 holds no CUDA source. Open another folder or a file.</source>
        <translation>%1 enthält keine CUDA-Quellen. Öffnen Sie einen anderen Ordner oder eine Datei.</translation>
    </message>
    <message>
        <source>CUDA and C++ sources (*.cu *.cuh *.cpp *.cc *.c *.h *.hpp);;All files (*)</source>
        <translation>CUDA- und C++-Quellen (*.cu *.cuh *.cpp *.cc *.c *.h *.hpp);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Sessions (*.wws)</source>
        <translation>Sitzungen (*.wws)</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung sichern</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht ausgeben</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Save patch</source>
        <translation>Patch sichern</translation>
    </message>
    <message>
        <source>Patches (*.patch *.diff)</source>
        <translation>Patches (*.patch *.diff)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Sichern unter</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>Gehe zu Zeile</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>The analysis was stopped: a file is not analysed.</source>
        <translation>Die Analyse wurde angehalten: Eine Datei ist nicht analysiert.</translation>
    </message>
    <message>
        <source>The analysis was stopped: %1 files are not analysed.</source>
        <translation>Die Analyse wurde angehalten: %1 Dateien sind nicht analysiert.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>No finding in line %1.</source>
        <translation>Kein Befund in Zeile %1.</translation>
    </message>
    <message>
        <source>About Warpwright</source>
        <translation>Über Warpwright</translation>
    </message>
    <message>
        <source>&lt;b&gt;Warpwright %1&lt;/b&gt;&lt;br&gt;Finds what a CUDA kernel keeps in the wrong place, proves what may be moved, writes the change and checks it.&lt;br&gt;&lt;br&gt;Free software under the GNU General Public License, version 3 or later, with no warranty.&lt;br&gt;&lt;br&gt;Made with Qt %2 (LGPL-3), QScintilla and QCustomPlot (GPL-3), LLVM and Clang (Apache-2.0), Z3, CLI11 and nlohmann/json (MIT, BSD), GLPK (GPL-3), METIS (Apache-2.0), SQLite, zstd and zlib.</source>
        <translation>&lt;b&gt;Warpwright %1&lt;/b&gt;&lt;br&gt;Findet, was ein CUDA-Kernel am falschen Ort hält, beweist, was verlegt werden darf, schreibt die Änderung und prüft sie.&lt;br&gt;&lt;br&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer, ohne Gewähr.&lt;br&gt;&lt;br&gt;Gemacht mit Qt %2 (LGPL-3), QScintilla und QCustomPlot (GPL-3), LLVM und Clang (Apache-2.0), Z3, CLI11 und nlohmann/json (MIT, BSD), GLPK (GPL-3), METIS (Apache-2.0), SQLite, zstd und zlib.</translation>
    </message>
    <message>
        <source>Help: %1</source>
        <translation>Hilfe: %1</translation>
    </message>
    <message>
        <source>Report written: %1</source>
        <translation>Bericht geschrieben: %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>files that are opened without a folder</source>
        <translation>Dateien, die ohne Ordner geöffnet sind</translation>
    </message>
    <message>
        <source>Analyse again</source>
        <translation>Neu analysieren</translation>
    </message>
    <message>
        <source>%1 includes `%2`, which was not found and is skipped. Add its folder to the include folders.</source>
        <translation>%1 bindet `%2` ein, das nicht gefunden wurde und übergangen wird. Fügen Sie seinen Ordner den Include-Ordnern hinzu.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Go to line %1</source>
        <translation>Gehe zu Zeile %1</translation>
    </message>
    <message>
        <source>%1, line %2: %3. The findings below are from the last good version, %4.</source>
        <translation>%1, Zeile %2: %3. Die Befunde unten sind von der letzten guten Fassung, %4.</translation>
    </message>
    <message>
        <source>`%1` was not found and is skipped: add its folder to the include folders (Ctrl+,). </source>
        <translation>`%1` wurde nicht gefunden und wird übergangen: Fügen Sie seinen Ordner den Include-Ordnern hinzu (Strg+,). </translation>
    </message>
    <message>
        <source>%1, line %2: %3%4</source>
        <translation>%1, Zeile %2: %3%4</translation>
    </message>
    <message numerus="yes">
        <source>, and %n more.</source>
        <translation>
            <numerusform>, und %n weiterer.</numerusform>
            <numerusform>, und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>A verification runs. Cancel it with Shift+Esc.</source>
        <translation>Eine Prüfung läuft. Brechen Sie sie mit Umschalt+Esc ab.</translation>
    </message>
    <message>
        <source>Open a CUDA source file first.</source>
        <translation>Öffnen Sie zuerst eine CUDA-Datei.</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>wird erneuert</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>last good %1</source>
        <translation>zuletzt gut %1</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>1 rewrite</source>
        <translation>1 Änderung</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>the variant failed</source>
        <translation>die Variante scheiterte</translation>
    </message>
    <message>
        <source>results differ</source>
        <translation>Ergebnisse verschieden</translation>
    </message>
    <message>
        <source>nothing compared</source>
        <translation>nichts verglichen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Enter</source>
        <translation>Strg+Umschalt+Eingabe</translation>
    </message>
    <message>
        <source>after Verify</source>
        <translation>nach Prüfen</translation>
    </message>
    <message>
        <source>Verifying on the CPU engine %1</source>
        <translation>Wird auf der CPU-Maschine geprüft %1</translation>
    </message>
    <message>
        <source>Analysing %1</source>
        <translation>%1 wird analysiert</translation>
    </message>
    <message>
        <source>Not analysed</source>
        <translation>Nicht analysiert</translation>
    </message>
    <message>
        <source>Analysis stopped; F5 goes on</source>
        <translation>Analyse angehalten; F5 geht weiter</translation>
    </message>
    <message>
        <source>Errors in the text; findings of %1</source>
        <translation>Fehler im Text; Befunde von %1</translation>
    </message>
    <message>
        <source>Analysed in %1</source>
        <translation>Analysiert in %1</translation>
    </message>
    <message>
        <source>No file open. Ctrl+O opens a file, Ctrl+Shift+O a folder.</source>
        <translation>Keine Datei offen. Strg+O öffnet eine Datei, Strg+Umschalt+O einen Ordner.</translation>
    </message>
    <message>
        <source>Clang 19, toolkit headers</source>
        <translation>Clang 19, Header des Toolkits</translation>
    </message>
    <message>
        <source>Clang 19, own CUDA headers</source>
        <translation>Clang 19, eigene CUDA-Header</translation>
    </message>
    <message>
        <source> · for %1</source>
        <translation> · für %1</translation>
    </message>
    <message>
        <source>Ln %1, Col %2</source>
        <translation>Z %1, Sp %2</translation>
    </message>
    <message>
        <source>Preview, read-only</source>
        <translation>Vorschau, schreibgeschützt</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Apply to a new branch</source>
        <translation>Auf einen neuen Zweig anwenden</translation>
    </message>
    <message>
        <source>Name of the branch</source>
        <translation>Name des Zweigs</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>older text</source>
        <translation>älterer Text</translation>
    </message>
    <message>
        <source>Preview the rewrite again first.</source>
        <translation>Zeigen Sie zuerst die Vorschau der Änderung neu.</translation>
    </message>
    <message>
        <source>These sizes were set by hand.</source>
        <translation>Diese Größen wurden von Hand gesetzt.</translation>
    </message>
    <message>
        <source>%1 of %2 findings are not decided: it is not known how the file is compiled.</source>
        <translation>%1 von %2 Befunden sind nicht entschieden: Es ist nicht bekannt, wie die Datei übersetzt wird.</translation>
    </message>
    <message>
        <source>How is it compiled?…</source>
        <translation>Wie wird übersetzt?…</translation>
    </message>
</context>
<context>
    <name>MeasurePanel</name>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Why there are no variants</source>
        <translation>Warum es keine Varianten gibt</translation>
    </message>
    <message>
        <source>Under what conditions the figures hold</source>
        <translation>Unter welchen Bedingungen die Zahlen gelten</translation>
    </message>
    <message>
        <source>What to measure, and the start</source>
        <translation>Was gemessen wird, und der Start</translation>
    </message>
    <message>
        <source>What to measure, scrolling</source>
        <translation>Was gemessen wird, rollend</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Capture file…</source>
        <translation>Aufnahmedatei…</translation>
    </message>
    <message>
        <source>Arguments of the program</source>
        <translation>Argumente des Programms</translation>
    </message>
    <message>
        <source>no arguments</source>
        <translation>keine Argumente</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>30 s</source>
        <translation>30 s</translation>
    </message>
    <message>
        <source>60 s</source>
        <translation>60 s</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 min</translation>
    </message>
    <message>
        <source>until done</source>
        <translation>bis fertig</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Pruned order</source>
        <translation>Gestutzte Ordnung</translation>
    </message>
    <message>
        <source>Every combination</source>
        <translation>Jede Kombination</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>Variants judged</source>
        <translation>Beurteilte Varianten</translation>
    </message>
    <message>
        <source>Time and best so far</source>
        <translation>Zeit und bisher Bestes</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stops after the variant that is running. Measure goes on from there.</source>
        <translation>Hält nach der laufenden Variante an. Messen geht von dort weiter.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops now; what was judged is kept (Shift+Esc)</source>
        <translation>Hält jetzt an; was beurteilt wurde, bleibt (Umschalt+Esc)</translation>
    </message>
    <message>
        <source>Apply best…</source>
        <translation>Beste anwenden…</translation>
    </message>
    <message>
        <source>Apply best</source>
        <translation>Beste anwenden</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Variants and views</source>
        <translation>Varianten und Ansichten</translation>
    </message>
    <message>
        <source>Choose a capture</source>
        <translation>Aufnahme wählen</translation>
    </message>
    <message>
        <source>Captures (*.wwcap)</source>
        <translation>Aufnahmen (*.wwcap)</translation>
    </message>
    <message>
        <source>The original runs first. Variants appear here as they are judged.</source>
        <translation>Das Original läuft zuerst. Varianten erscheinen hier, sobald sie beurteilt sind.</translation>
    </message>
    <message>
        <source>No variants of %1 yet. Measure runs the program once, then tries variants on the captured launch.</source>
        <translation>Noch keine Varianten von %1. Messen führt das Programm einmal aus und versucht dann Varianten am aufgenommenen Start.</translation>
    </message>
    <message>
        <source>Capture: %1</source>
        <translation>Aufnahme: %1</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Try variants of %1 (F9)</source>
        <translation>Varianten von %1 versuchen (F9)</translation>
    </message>
    <message>
        <source>Apply selected…</source>
        <translation>Gewählte anwenden…</translation>
    </message>
    <message>
        <source>Preview the selected variant; Apply there writes it</source>
        <translation>Die gewählte Variante ansehen; dort schreibt Anwenden sie</translation>
    </message>
    <message>
        <source>Preview the best variant; Apply there writes it</source>
        <translation>Die beste Variante ansehen; dort schreibt Anwenden sie</translation>
    </message>
    <message>
        <source>No variant is better than the original. Select one to apply it all the same.</source>
        <translation>Keine Variante ist besser als das Original. Wählen Sie eine, um sie trotzdem anzuwenden.</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Misst</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Nicht gemessen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Nicht fertig</translation>
    </message>
    <message>
        <source>the best %1 are listed</source>
        <translation>die besten %1 sind aufgeführt</translation>
    </message>
    <message>
        <source>of at most %1; Go on tries the others</source>
        <translation>von höchstens %1; Weiter versucht die anderen</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>schnellste</translation>
    </message>
    <message>
        <source>fewest</source>
        <translation>wenigste</translation>
    </message>
    <message>
        <source>none is better than the original</source>
        <translation>keine ist besser als das Original</translation>
    </message>
    <message>
        <source>%1 of at most %2 variants</source>
        <translation>%1 von höchstens %2 Varianten</translation>
    </message>
    <message>
        <source>%1 spent</source>
        <translation>%1 gebraucht</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>etwa %1 übrig</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>bisher beste</translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation>jetzt: %1</translation>
    </message>
    <message>
        <source>Yours…</source>
        <translation>Eigene…</translation>
    </message>
    <message>
        <source>Write a variant of your own</source>
        <translation>Eine eigene Variante schreiben</translation>
    </message>
    <message>
        <source>Write a variant of this kernel yourself, and have it verified and measured beside the others</source>
        <translation>Eine Variante dieses Kernels selbst schreiben und sie neben den anderen prüfen und messen lassen</translation>
    </message>
    <message>
        <source>Of an older text</source>
        <translation>Von einem älteren Text</translation>
    </message>
    <message>
        <source>The text has changed since. Measure again to know what holds of it.</source>
        <translation>Der Text ist seither ein anderer. Messen Sie neu, um zu wissen, was für ihn gilt.</translation>
    </message>
    <message>
        <source>%1 variant judged</source>
        <translation>%1 Variante beurteilt</translation>
    </message>
    <message>
        <source>%1 variants judged</source>
        <translation>%1 Varianten beurteilt</translation>
    </message>
</context>
<context>
    <name>Measuring</name>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure: %1</source>
        <translation>Messen: %1</translation>
    </message>
    <message>
        <source>Close measuring page</source>
        <translation>Messseite schließen</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>%1 wird gemessen</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>, etwa %1 übrig</translation>
    </message>
    <message>
        <source>measured %1, %2</source>
        <translation>gemessen %1, %2</translation>
    </message>
    <message>
        <source>%1 %2: original ÷ variant is %3; counted by the CPU engine, not a time</source>
        <translation>%1 %2: Original ÷ Variante ist %3; von der CPU-Maschine gezählt, keine Zeit</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>This variant is not used: its results differ or it was not made.</source>
        <translation>Diese Variante wird nicht verwendet: Ihre Ergebnisse weichen ab, oder sie ließ sich nicht herstellen.</translation>
    </message>
    <message>
        <source>Open a file of the program first.</source>
        <translation>Öffnen Sie zuerst eine Datei des Programms.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>none better</source>
        <translation>keine besser</translation>
    </message>
    <message>
        <source>A recording runs nothing. Choose another target.</source>
        <translation>Eine Aufzeichnung führt nichts aus. Wählen Sie ein anderes Ziel.</translation>
    </message>
    <message>
        <source>%1: original, and yours</source>
        <translation>%1: Original und Ihre Fassung</translation>
    </message>
    <message>
        <source>%1; of an older text, measure again</source>
        <translation>%1; von einem älteren Text, messen Sie neu</translation>
    </message>
    <message>
        <source>older text</source>
        <translation>älterer Text</translation>
    </message>
    <message>
        <source>%1 fewer</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>A whole program is being compared. Cancel it first.</source>
        <translation>Ein ganzes Programm wird verglichen. Brechen Sie das zuerst ab.</translation>
    </message>
</context>
<context>
    <name>MemoryPanel</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Chart and numbers</source>
        <translation>Bild und Zahlen</translation>
    </message>
    <message>
        <source>Why there is no chart</source>
        <translation>Warum es kein Bild gibt</translation>
    </message>
    <message>
        <source>What the chart is about</source>
        <translation>Wovon das Bild handelt</translation>
    </message>
    <message>
        <source>Traced kernel</source>
        <translation>Verfolgter Kernel</translation>
    </message>
    <message>
        <source>What the model expects</source>
        <translation>Was das Modell erwartet</translation>
    </message>
    <message>
        <source>Trace the program</source>
        <translation>Programm verfolgen</translation>
    </message>
    <message>
        <source>Run the program on the CPU engine and model what its kernels ask of a GPU&apos;s memory</source>
        <translation>Das Programm auf der CPU-Maschine ausführen und modellieren, was seine Kernels vom Speicher einer GPU verlangen</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>Save the chart as SVG</source>
        <translation>Das Bild als SVG sichern</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Traffic between the levels</source>
        <translation>Verkehr zwischen den Ebenen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Access of the original</source>
        <translation>Zugriff des Originals</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Sectors or passes a request</source>
        <translation>Sektoren oder Durchgänge je Anfrage</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht nötig</translation>
    </message>
    <message>
        <source>L1 hits</source>
        <translation>L1-Treffer</translation>
    </message>
    <message>
        <source>Accesses by line</source>
        <translation>Zugriffe nach Zeilen</translation>
    </message>
    <message>
        <source>Where the numbers come from</source>
        <translation>Woher die Zahlen kommen</translation>
    </message>
    <message>
        <source>Tracing.</source>
        <translation>Wird verfolgt.</translation>
    </message>
    <message>
        <source>Nothing was traced yet. Trace the program, or verify a rewrite: then original and variant are traced.</source>
        <translation>Noch nichts verfolgt. Verfolgen Sie das Programm, oder prüfen Sie eine Änderung: Dann werden Original und Variante verfolgt.</translation>
    </message>
    <message>
        <source>Nothing was traced yet. Open a CUDA source file with a main function first.</source>
        <translation>Noch nichts verfolgt. Öffnen Sie zuerst eine CUDA-Datei mit einer Funktion main.</translation>
    </message>
    <message>
        <source>Estimate &lt;b&gt;%1&lt;/b&gt;, bound by %2</source>
        <translation>Schätzung &lt;b&gt;%1&lt;/b&gt;, begrenzt durch %2</translation>
    </message>
    <message>
        <source>bound by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>Traffic of all launches</source>
        <translation>Verkehr aller Starts</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Bild sichern</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
</context>
<context>
    <name>MemoryPicture</name>
    <message>
        <source>Memory chart; the table has its numbers</source>
        <translation>Speicherbild; die Tabelle hat seine Zahlen</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Kind of message</source>
        <translation>Art der Meldung</translation>
    </message>
    <message>
        <source>Message text</source>
        <translation>Text der Meldung</translation>
    </message>
    <message>
        <source>Message action</source>
        <translation>Schritt der Meldung</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>`%1` is used nowhere in the project.</source>
        <translation>`%1` wird im Projekt nirgends verwendet.</translation>
    </message>
    <message>
        <source>References of %1</source>
        <translation>Verwendungen von %1</translation>
    </message>
    <message>
        <source>No definition of `%1` was found in the project.</source>
        <translation>Keine Definition von `%1` im Projekt gefunden.</translation>
    </message>
    <message>
        <source>Definitions of %1</source>
        <translation>Definitionen von %1</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Alle Befehle</translation>
    </message>
    <message>
        <source>Go to file</source>
        <translation>Gehe zu Datei</translation>
    </message>
    <message>
        <source>Go to symbol</source>
        <translation>Gehe zu Symbol</translation>
    </message>
</context>
<context>
    <name>OccupancyDock</name>
    <message>
        <source>Occupancy</source>
        <translation>Auslastung</translation>
    </message>
</context>
<context>
    <name>OccupancyPanel</name>
    <message>
        <source>Occupancy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Occupancy, scrolling</source>
        <translation>Auslastung, rollend</translation>
    </message>
    <message>
        <source>Why no occupancy is shown</source>
        <translation>Warum keine Auslastung gezeigt wird</translation>
    </message>
    <message>
        <source>What the occupancy is about</source>
        <translation>Wovon die Auslastung handelt</translation>
    </message>
    <message>
        <source>Kernel and variant</source>
        <translation>Kernel und Variante</translation>
    </message>
    <message>
        <source>Threads a block</source>
        <translation>Threads je Block</translation>
    </message>
    <message>
        <source>Registers a thread, 0: not known</source>
        <translation>Register je Thread, 0: nicht bekannt</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>As analysed</source>
        <translation>Wie analysiert</translation>
    </message>
    <message>
        <source>Back to the values as analysed</source>
        <translation>Zurück zu den Werten der Analyse</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>Save the curves as SVG</source>
        <translation>Die Kurven als SVG sichern</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Limits and curves</source>
        <translation>Grenzen und Kurven</translation>
    </message>
    <message>
        <source>Occupancy of original and variant</source>
        <translation>Auslastung von Original und Variante</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Where the numbers come from</source>
        <translation>Woher die Zahlen kommen</translation>
    </message>
    <message>
        <source>Limits of the occupancy</source>
        <translation>Grenzen der Auslastung</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>Curves of theoretical occupancy</source>
        <translation>Kurven der theoretischen Auslastung</translation>
    </message>
    <message>
        <source>Registers a thread</source>
        <translation>Register je Thread</translation>
    </message>
    <message>
        <source>Shared memory a block</source>
        <translation>Gemeinsamer Speicher je Block</translation>
    </message>
    <message>
        <source>Mark of %1</source>
        <translation>Zeichen von %1</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>Name von %1</translation>
    </message>
    <message>
        <source>Occupancy of %1</source>
        <translation>Auslastung von %1</translation>
    </message>
    <message>
        <source>Limit of %1</source>
        <translation>Grenze von %1</translation>
    </message>
    <message>
        <source>No device descriptions were found.</source>
        <translation>Es wurden keine Gerätebeschreibungen gefunden.</translation>
    </message>
    <message>
        <source>Select a kernel to see its occupancy.</source>
        <translation>Wählen Sie einen Kernel, um seine Auslastung zu sehen.</translation>
    </message>
    <message>
        <source>The block size of this kernel is not known: no launch of it gives one. Run the program with checks to see it, or write it at the launch.</source>
        <translation>Die Blockgröße dieses Kernels ist nicht bekannt: Kein Start von ihm nennt eine. Führen Sie das Programm mit Prüfungen aus, um sie zu sehen, oder schreiben Sie sie an den Start.</translation>
    </message>
    <message>
        <source>Original, with your values</source>
        <translation>Original, mit Ihren Werten</translation>
    </message>
    <message>
        <source>Variant, with your values</source>
        <translation>Variante, mit Ihren Werten</translation>
    </message>
    <message>
        <source>. Tried values are yours, not the program&apos;s.</source>
        <translation>. Versuchte Werte sind Ihre, nicht die des Programms.</translation>
    </message>
    <message>
        <source>Vertical axis: percent. Drag the point, or use ←/→, to try other values.</source>
        <translation>Senkrechte Achse: Prozent. Ziehen Sie den Punkt, oder ←/→, um andere Werte zu versuchen.</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Original, blocks a SM</source>
        <translation>Original, Blöcke je SM</translation>
    </message>
    <message>
        <source>Blocks a SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>Variant, blocks a SM</source>
        <translation>Variante, Blöcke je SM</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source> ◂ limit</source>
        <translation> ◂ Grenze</translation>
    </message>
    <message>
        <source>Save curves</source>
        <translation>Kurven sichern</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
</context>
<context>
    <name>OccupancyPlot</name>
    <message>
        <source>Drag, or use the arrow keys, to try other values</source>
        <translation>Ziehen Sie, oder Pfeiltasten, um andere Werte zu versuchen</translation>
    </message>
    <message>
        <source>Curve: %1</source>
        <translation>Kurve: %1</translation>
    </message>
    <message>
        <source>%1, occupancy %2 %</source>
        <translation>%1, Auslastung %2 %</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Original: %1</source>
        <translation>Original: %1</translation>
    </message>
    <message>
        <source>; variant: %1</source>
        <translation>; Variante: %1</translation>
    </message>
</context>
<context>
    <name>OpportunitiesPanel</name>
    <message>
        <source>Opportunities</source>
        <translation>Gelegenheiten</translation>
    </message>
    <message>
        <source>Why the list is empty</source>
        <translation>Warum die Liste leer ist</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Analyse what was stopped</source>
        <translation>Analysieren, was angehalten wurde</translation>
    </message>
    <message>
        <source>Filter: name, pass, file</source>
        <translation>Filter: Name, Durchgang, Datei</translation>
    </message>
    <message>
        <source>Filter opportunities</source>
        <translation>Gelegenheiten filtern</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Findings of the file in front (Ctrl+Alt+F)</source>
        <translation>Befunde der Datei vorn (Strg+Alt+F)</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Findings of its program (Ctrl+Alt+G)</source>
        <translation>Befunde ihres Programms (Strg+Alt+G)</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Findings of all files (Ctrl+Alt+P)</source>
        <translation>Befunde aller Dateien (Strg+Alt+P)</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>Umfang: %1</translation>
    </message>
    <message>
        <source>What the list holds</source>
        <translation>Was die Liste enthält</translation>
    </message>
    <message>
        <source>List of opportunities</source>
        <translation>Liste der Gelegenheiten</translation>
    </message>
    <message>
        <source>Columns of opportunities</source>
        <translation>Spalten der Gelegenheiten</translation>
    </message>
    <message>
        <source>%1 in 1 kernel</source>
        <translation>%1 in 1 Kernel</translation>
    </message>
    <message>
        <source>%1 in %2 kernels</source>
        <translation>%1 in %2 Kernels</translation>
    </message>
    <message>
        <source>%1: %2, show or hide</source>
        <translation>%1: %2, zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Analysing. Findings appear here.</source>
        <translation>Wird analysiert. Befunde erscheinen hier.</translation>
    </message>
    <message>
        <source>No file is analysed yet. Open a CUDA source file.</source>
        <translation>Noch keine Datei ist analysiert. Öffnen Sie eine CUDA-Datei.</translation>
    </message>
    <message>
        <source>The analysis was stopped: a file is not analysed.</source>
        <translation>Die Analyse wurde angehalten: Eine Datei ist nicht analysiert.</translation>
    </message>
    <message>
        <source>The analysis was stopped: %1 files are not analysed.</source>
        <translation>Die Analyse wurde angehalten: %1 Dateien sind nicht analysiert.</translation>
    </message>
    <message>
        <source>No opportunities here. Choose Project above to see those of the other files.</source>
        <translation>Hier keine Gelegenheiten. Wählen Sie oben Projekt, um die der anderen Dateien zu sehen.</translation>
    </message>
    <message>
        <source>No opportunities. No kernel here keeps data where this version could move it.</source>
        <translation>Keine Gelegenheiten. Kein Kernel hält hier Daten, wo diese Fassung sie verlegen könnte.</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>%1 fewer</source>
        <translation>%1 weniger</translation>
    </message>
</context>
<context>
    <name>OpportunityModel</name>
    <message numerus="yes">
        <source>Kernel %1 in %2, %n findings</source>
        <translation>
            <numerusform>Kernel %1 in %2, %n Befund</numerusform>
            <numerusform>Kernel %1 in %2, %n Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>expected by the model, not measured</source>
        <translation>vom Modell erwartet, nicht gemessen</translation>
    </message>
    <message>
        <source>Opportunity</source>
        <translation>Gelegenheit</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>%1 % of GPU time</source>
        <translation>%1 % der GPU-Zeit</translation>
    </message>
    <message>
        <source>%1 of the time of all kernels, %2 in %3 (%4)</source>
        <translation>%1 der Zeit aller Kernel, %2 in %3 (%4)</translation>
    </message>
    <message>
        <source>Barrier %1</source>
        <translation>Barriere %1</translation>
    </message>
    <message>
        <source>%1. Line %2. %3</source>
        <translation>%1. Zeile %2. %3</translation>
    </message>
    <message>
        <source>Your note: %1</source>
        <translation>Ihre Notiz: %1</translation>
    </message>
    <message>
        <source>%1 launch</source>
        <translation>%1 Start</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 Starts</translation>
    </message>
</context>
<context>
    <name>OwnVariantPage</name>
    <message>
        <source>Your own variant</source>
        <translation>Ihre eigene Variante</translation>
    </message>
    <message>
        <source>Which kernel, and what became of the text</source>
        <translation>Welcher Kernel, und was aus dem Text wurde</translation>
    </message>
    <message>
        <source>What this is a copy of</source>
        <translation>Wovon dies eine Kopie ist</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Take the text of the original again; Ctrl+Z brings yours back</source>
        <translation>Den Text des Originals wieder nehmen; Strg+Z bringt Ihren zurück</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with the original</source>
        <translation>Mit dem Original vergleichen</translation>
    </message>
    <message>
        <source>The original and your text beside each other</source>
        <translation>Das Original und Ihr Text nebeneinander</translation>
    </message>
    <message>
        <source>Verify and measure</source>
        <translation>Prüfen und messen</translation>
    </message>
    <message>
        <source>Text of your variant</source>
        <translation>Text Ihrer Variante</translation>
    </message>
    <message>
        <source>Yours of &lt;b&gt;%1&lt;/b&gt;, a copy of %2</source>
        <translation>Ihre Fassung von &lt;b&gt;%1&lt;/b&gt;, eine Kopie von %2</translation>
    </message>
    <message>
        <source>Run it beside the original: the same results, and what it gains</source>
        <translation>Neben dem Original ausführen: ob die Ergebnisse gleich sind und was es bringt</translation>
    </message>
</context>
<context>
    <name>OwnVariants</name>
    <message>
        <source>Choose a kernel first: your variant begins as a copy of it.</source>
        <translation>Wählen Sie zuerst einen Kernel: Ihre Variante beginnt als seine Kopie.</translation>
    </message>
    <message>
        <source>Yours: %1</source>
        <translation>Eigene: %1</translation>
    </message>
    <message>
        <source>Close your variant</source>
        <translation>Ihre Variante schließen</translation>
    </message>
    <message>
        <source>%1: original, and yours</source>
        <translation>%1: Original und Ihre Fassung</translation>
    </message>
    <message>
        <source>It is the original still. Change the kernel first.</source>
        <translation>Es ist noch das Original. Ändern Sie zuerst den Kernel.</translation>
    </message>
    <message>
        <source>the original still</source>
        <translation>noch das Original</translation>
    </message>
    <message>
        <source>is run beside the original</source>
        <translation>wird neben dem Original ausgeführt</translation>
    </message>
    <message>
        <source>not measured as it stands</source>
        <translation>so, wie es dasteht, nicht gemessen</translation>
    </message>
    <message>
        <source>%1: the same results</source>
        <translation>%1: dieselben Ergebnisse</translation>
    </message>
    <message>
        <source>original ÷ variant, %1</source>
        <translation>Original ÷ Variante, %1</translation>
    </message>
    <message>
        <source>; compared, not proved</source>
        <translation>; verglichen, nicht bewiesen</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Open pages</source>
        <translation>Offene Seiten</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
    <message>
        <source>Unsaved text is not kept aside: %1</source>
        <translation>Ungesicherter Text wird nicht beiseitegelegt: %1</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 ist leer.</translation>
    </message>
    <message>
        <source>%1 is read-only. It can be analysed; save changes elsewhere.</source>
        <translation>%1 ist schreibgeschützt. Die Datei kann analysiert werden; sichern Sie Änderungen anderswo.</translation>
    </message>
    <message>
        <source>Unsaved changes of %1 were kept on %2.</source>
        <translation>Ungesicherte Änderungen von %1 wurden am %2 beiseitegelegt.</translation>
    </message>
    <message>
        <source>Restore them</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Close welcome page</source>
        <translation>Willkommensseite schließen</translation>
    </message>
    <message>
        <source>Close preview</source>
        <translation>Vorschau schließen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Close help</source>
        <translation>Hilfe schließen</translation>
    </message>
    <message>
        <source>Close comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
    <message>
        <source>%1 Your text is still here, and kept aside.</source>
        <translation>%1 Ihr Text ist noch hier, und beiseitegelegt.</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source> (unsaved)</source>
        <translation> (ungesichert)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungesicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <translation>%1 hat ungesicherte Änderungen.</translation>
    </message>
</context>
<context>
    <name>ParameterRow</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>Parameter %1</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>ParameterWords</name>
    <message>
        <source>Merged into one</source>
        <translation>Zu einem verschmolzen</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>Entlang</translation>
    </message>
    <message>
        <source>Merged work lies</source>
        <translation>Verschmolzene Arbeit liegt</translation>
    </message>
    <message>
        <source>Distance between them</source>
        <translation>Abstand dazwischen</translation>
    </message>
    <message>
        <source>Order of loads</source>
        <translation>Reihenfolge der Ladezugriffe</translation>
    </message>
    <message>
        <source>Rounds loaded at once</source>
        <translation>Runden auf einmal geladen</translation>
    </message>
    <message>
        <source>Rounds at once</source>
        <translation>Runden auf einmal</translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation>Behalten in</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Registern</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>gemeinsamem Speicher</translation>
    </message>
    <message>
        <source>Rounds that are kept</source>
        <translation>Runden, die behalten werden</translation>
    </message>
    <message>
        <source>Rounds in one</source>
        <translation>Runden in einer</translation>
    </message>
    <message>
        <source>Elements a thread</source>
        <translation>Elemente je Thread</translation>
    </message>
    <message>
        <source>Threads a block</source>
        <translation>Threads je Block</translation>
    </message>
    <message>
        <source>Waves read ahead</source>
        <translation>Vorausgelesene Wellen</translation>
    </message>
    <message>
        <source>Threads in one go</source>
        <translation>Threads auf einmal</translation>
    </message>
    <message>
        <source>Groups between two looks</source>
        <translation>Gruppen zwischen zwei Blicken</translation>
    </message>
    <message>
        <source>Fetched for one thread in</source>
        <translation>Geholt für einen Thread von</translation>
    </message>
    <message>
        <source>Rounds in one graph</source>
        <translation>Runden in einem Graphen</translation>
    </message>
    <message>
        <source>Data in</source>
        <translation>Daten in</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>verschränkt</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <source>as launched</source>
        <translation>wie gestartet</translation>
    </message>
    <message>
        <source>a constant</source>
        <translation>eine Konstante</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>wie geschrieben</translation>
    </message>
    <message>
        <source>loads first</source>
        <translation>Ladezugriffe zuerst</translation>
    </message>
</context>
<context>
    <name>PictureMenu</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;figures</source>
        <translation>&amp;Zahlen kopieren</translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation>Als &amp;SVG speichern…</translation>
    </message>
    <message>
        <source>Pictures (*.svg)</source>
        <translation>Bilder (*.svg)</translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>Als &amp;PNG speichern…</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Save figures as CS&amp;V…</source>
        <translation>Zahlen als CS&amp;V speichern…</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Das Bild speichern</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
</context>
<context>
    <name>PreviewPage</name>
    <message>
        <source> It left with exit code %1.</source>
        <translation> Es endete mit dem Code %1.</translation>
    </message>
    <message>
        <source> The program printed `%1` and left with exit code %2.</source>
        <translation> Das Programm gab `%1` aus und endete mit dem Code %2.</translation>
    </message>
    <message>
        <source>Preview of a rewrite</source>
        <translation>Vorschau einer Änderung</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n hunks</source>
        <translation>
            <numerusform>%1 von %n Stelle</numerusform>
            <numerusform>%1 von %n Stellen</numerusform>
        </translation>
    </message>
    <message>
        <source>File of the rewrite</source>
        <translation>Datei der Änderung</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>Vereint</translation>
    </message>
    <message>
        <source>Result of the verification</source>
        <translation>Ergebnis der Prüfung</translation>
    </message>
    <message>
        <source>State of the verification</source>
        <translation>Zustand der Prüfung</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Progress of the verification</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>Nächste Schritte</translation>
    </message>
    <message>
        <source>Position in the difference</source>
        <translation>Stelle im Unterschied</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorige</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Arguments of the program</source>
        <translation>Argumente des Programms</translation>
    </message>
    <message>
        <source>Program arguments</source>
        <translation>Programmargumente</translation>
    </message>
    <message>
        <source>What the program gets on its command line when it is verified</source>
        <translation>Was das Programm auf seiner Befehlszeile bekommt, wenn es geprüft wird</translation>
    </message>
    <message>
        <source>Save patch…</source>
        <translation>Patch sichern…</translation>
    </message>
    <message>
        <source>Verify on CPU</source>
        <translation>Auf der CPU prüfen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>%1 (new)</source>
        <translation>%1 (neu)</translation>
    </message>
    <message>
        <source>Title of the rewrite</source>
        <translation>Titel der Änderung</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>wird erneuert</translation>
    </message>
    <message>
        <source>Verifying on the CPU engine.</source>
        <translation>Wird auf der CPU-Maschine geprüft.</translation>
    </message>
    <message>
        <source>  %1</source>
        <translation>  %1</translation>
    </message>
    <message>
        <source>, input `%1`</source>
        <translation>, Eingabe `%1`</translation>
    </message>
    <message>
        <source>Nothing to verify: the change adds files, and the program stays as it is.</source>
        <translation>Nichts zu prüfen: Die Änderung fügt Dateien hinzu, und das Programm bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Write the change; one undo takes it back (Ctrl+Shift+Enter)</source>
        <translation>Die Änderung schreiben; einmal Rückgängig nimmt sie zurück (Strg+Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Verify first. The menu Opportunity applies without it, and says so.</source>
        <translation>Prüfen Sie zuerst. Das Menü Gelegenheit wendet ohne Prüfung an und sagt es.</translation>
    </message>
    <message>
        <source>Apply to</source>
        <translation>Anwenden auf</translation>
    </message>
    <message>
        <source>Where Apply puts the change</source>
        <translation>Wohin Anwenden die Änderung legt</translation>
    </message>
    <message>
        <source>Your files (%1)</source>
        <translation>Ihre Dateien (%1)</translation>
    </message>
    <message>
        <source>A new branch</source>
        <translation>Einen neuen Zweig</translation>
    </message>
    <message>
        <source>A patch</source>
        <translation>Einen Patch</translation>
    </message>
    <message>
        <source>A commit on top of what is checked out; your files stay as they are</source>
        <translation>Ein Commit auf dem, was ausgecheckt ist; Ihre Dateien bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>A file to hand on; your files stay as they are</source>
        <translation>Eine Datei zum Weitergeben; Ihre Dateien bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Commit…</source>
        <translation>Committen…</translation>
    </message>
    <message>
        <source>Save the difference as a file (Ctrl+Shift+Enter)</source>
        <translation>Den Unterschied als Datei sichern (Strg+Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Commit the change to a new branch (Ctrl+Shift+Enter)</source>
        <translation>Die Änderung auf einen neuen Zweig committen (Strg+Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Title and view</source>
        <translation>Titel und Ansicht</translation>
    </message>
    <message>
        <source>Of an older text.</source>
        <translation>Von einem älteren Text.</translation>
    </message>
    <message>
        <source>The text has changed since this preview. Preview it again (F7).</source>
        <translation>Der Text ist seit dieser Vorschau ein anderer. Zeigen Sie sie neu (F7).</translation>
    </message>
    <message>
        <source>The text has changed since the preview. Preview it again.</source>
        <translation>Der Text ist seit der Vorschau ein anderer. Zeigen Sie sie neu.</translation>
    </message>
</context>
<context>
    <name>ProblemsPanel</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gesagt von</translation>
    </message>
    <message>
        <source>List of problems</source>
        <translation>Liste der Probleme</translation>
    </message>
    <message>
        <source>Why the list is empty</source>
        <translation>Warum die Liste leer ist</translation>
    </message>
    <message>
        <source>No problems. Compile errors of analysed files, findings of runs with checks, and how files were read appear here.</source>
        <translation>Keine Probleme. Hier erscheinen Übersetzungsfehler untersuchter Dateien, Befunde von Läufen mit Prüfungen und wie Dateien gelesen wurden.</translation>
    </message>
</context>
<context>
    <name>ProfileDialog</name>
    <message>
        <source>%1 is older than %2: build it again to profile the text as it is.</source>
        <translation>%1 ist älter als %2: Bauen Sie es neu, um den Text zu messen, wie er ist.</translation>
    </message>
    <message>
        <source>Profile the program</source>
        <translation>Das Programm profilieren</translation>
    </message>
    <message>
        <source>Runs the compiled program on this computer&apos;s GPU, with your rights, and tells which kernels take the time. Nothing of it is built anew.</source>
        <translation>Führt das übersetzte Programm mit Ihren Rechten auf der GPU dieses Rechners aus und sagt, welche Kernel die Zeit brauchen. Nichts davon wird neu gebaut.</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>Ausführbare Datei</translation>
    </message>
    <message>
        <source>what nvcc or your build made of it</source>
        <translation>was nvcc oder Ihr Build daraus gemacht hat</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose the executable</source>
        <translation>Die ausführbare Datei wählen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>What is wrong with it</source>
        <translation>Was daran nicht stimmt</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Build the program, and choose what came of it.</source>
        <translation>Bauen Sie das Programm und wählen Sie, was daraus wurde.</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Es gibt keine Datei %1.</translation>
    </message>
    <message>
        <source>%1 cannot be run.</source>
        <translation>%1 kann nicht ausgeführt werden.</translation>
    </message>
</context>
<context>
    <name>ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Why there is no profile</source>
        <translation>Warum es kein Profil gibt</translation>
    </message>
    <message>
        <source>Kernels by their time</source>
        <translation>Kernel nach ihrer Zeit</translation>
    </message>
    <message>
        <source>Along time</source>
        <translation>Entlang der Zeit</translation>
    </message>
    <message>
        <source>Why there is no timeline</source>
        <translation>Warum es keinen Zeitstrahl gibt</translation>
    </message>
    <message>
        <source>Kernels and timeline</source>
        <translation>Kernel und Zeitstrahl</translation>
    </message>
    <message>
        <source>What the profile shows</source>
        <translation>Was das Profil zeigt</translation>
    </message>
    <message>
        <source>Which profile</source>
        <translation>Welches Profil</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>Fortschritt des Profils</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the profile</source>
        <translation>Das Profil abbrechen</translation>
    </message>
    <message>
        <source>Profile…</source>
        <translation>Profilieren…</translation>
    </message>
    <message>
        <source>Profile the program</source>
        <translation>Das Programm profilieren</translation>
    </message>
    <message>
        <source>Open a profile…</source>
        <translation>Profil öffnen…</translation>
    </message>
    <message>
        <source>Open another profile</source>
        <translation>Ein anderes Profil öffnen</translation>
    </message>
    <message>
        <source>Profile of &lt;b&gt;%1&lt;/b&gt;</source>
        <translation>Profil von &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>This profile does not tell when its launches were: it has none, or an older version made it. Profile the program again.</source>
        <translation>Dieses Profil sagt nicht, wann seine Starts waren: Es hat keine, oder eine ältere Version hat es gemacht. Profilieren Sie das Programm neu.</translation>
    </message>
    <message>
        <source>Kernels took %1 ms of %2 ms.</source>
        <translation>Kernel brauchten %1 ms von %2 ms.</translation>
    </message>
    <message>
        <source>The first %1 of %2 kernels; saved as CSV, they are all there.</source>
        <translation>Die ersten %1 von %2 Kerneln; als CSV gesichert sind alle da.</translation>
    </message>
    <message>
        <source>wheel, + and −: closer and further; drag: along; 0: all</source>
        <translation>Rad, + und −: näher und ferner; Ziehen: entlang; 0: alles</translation>
    </message>
    <message>
        <source>Run the compiled program on this computer&apos;s GPU and see where its time goes</source>
        <translation>Das übersetzte Programm auf der GPU dieses Rechners ausführen und sehen, wo die Zeit bleibt</translation>
    </message>
    <message>
        <source>The program runs.</source>
        <translation>Das Programm läuft.</translation>
    </message>
    <message>
        <source>Nothing was profiled yet. Profile runs the compiled program on this computer&apos;s GPU.</source>
        <translation>Noch wurde nichts profiliert. Profilieren führt das übersetzte Programm auf der GPU dieses Rechners aus.</translation>
    </message>
    <message>
        <source>Save trace…</source>
        <translation>Spur sichern…</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>Die Spur sichern</translation>
    </message>
    <message>
        <source>When each launch, copy and fill was, for ui.perfetto.dev</source>
        <translation>Wann jeder Start, jede Kopie und jedes Füllen war, für ui.perfetto.dev</translation>
    </message>
    <message>
        <source>Below a median: the shortest and the longest launch.</source>
        <translation>Unter einem Median: der kürzeste und der längste Start.</translation>
    </message>
</context>
<context>
    <name>Profiles</name>
    <message>
        <source>Open the profile of a program</source>
        <translation>Das Profil eines Programms öffnen</translation>
    </message>
    <message>
        <source>Profiles (*.json)</source>
        <translation>Profile (*.json)</translation>
    </message>
    <message>
        <source>%1 launches or copies are missing: they failed, or the profiler had no room for them.</source>
        <translation>%1 Starts oder Kopien fehlen: Sie sind gescheitert, oder der Profiler hatte keinen Platz für sie.</translation>
    </message>
    <message>
        <source>profile of %1</source>
        <translation>Profil von %1</translation>
    </message>
    <message>
        <source>A program is being profiled. Cancel it with Shift+Esc.</source>
        <translation>Ein Programm wird profiliert. Umschalt+Esc bricht es ab.</translation>
    </message>
    <message>
        <source>Profiling is not possible here.</source>
        <translation>Profilieren ist hier nicht möglich.</translation>
    </message>
    <message>
        <source>Open a file of the program first.</source>
        <translation>Öffnen Sie zuerst eine Datei des Programms.</translation>
    </message>
    <message>
        <source>Trace (in the dock Runs) counts on the CPU engine what each kernel does.</source>
        <translation>Verfolgen (im Bereich Läufe) zählt auf der CPU-Engine, was jeder Kernel tut.</translation>
    </message>
    <message>
        <source>%1 was not profiled. %2</source>
        <translation>%1 wurde nicht profiliert. %2</translation>
    </message>
    <message>
        <source>Profiling: %1</source>
        <translation>Profilieren: %1</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Close profile</source>
        <translation>Profil schließen</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>Die Spur sichern</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>Spuren (*.json)</translation>
    </message>
    <message>
        <source>Trace written: %1</source>
        <translation>Spur geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>ProgramChoice</name>
    <message>
        <source>All programs</source>
        <translation>Alle Programme</translation>
    </message>
</context>
<context>
    <name>ProgramRun</name>
    <message>
        <source>Compiling for the CPU engine</source>
        <translation>Wird für die CPU-Maschine übersetzt</translation>
    </message>
    <message>
        <source>, %1 %</source>
        <translation>, %1 %</translation>
    </message>
</context>
<context>
    <name>ProjectModel</name>
    <message>
        <source>Folder %1</source>
        <translation>Ordner %1</translation>
    </message>
    <message>
        <source>File %1</source>
        <translation>Datei %1</translation>
    </message>
    <message numerus="yes">
        <source>Kernel %1, %n applicable findings</source>
        <translation>
            <numerusform>Kernel %1, %n anwendbarer Befund</numerusform>
            <numerusform>Kernel %1, %n anwendbare Befunde</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectPanel</name>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Project tree</source>
        <translation>Projektbaum</translation>
    </message>
    <message>
        <source>Columns of the project</source>
        <translation>Spalten des Projekts</translation>
    </message>
    <message>
        <source>Why the project is empty</source>
        <translation>Warum das Projekt leer ist</translation>
    </message>
    <message>
        <source>%1 holds no CUDA source. Open another folder, or show all files: View, All files in the project.</source>
        <translation>%1 enthält keine CUDA-Quellen. Öffnen Sie einen anderen Ordner, oder zeigen Sie alle Dateien: Ansicht, Alle Dateien im Projekt.</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1: no reuse seen in the block; may bypass L1, a run decides</source>
        <translation>%1: keine Wiederverwendung im Block gesehen; darf an L1 vorbei, ein Lauf entscheidet</translation>
    </message>
    <message>
        <source>%1: stays in L1, by the computed graph</source>
        <translation>%1: bleibt in L1, nach dem berechneten Graphen</translation>
    </message>
    <message>
        <source>%1: bypasses L1, by the computed graph</source>
        <translation>%1: geht an L1 vorbei, nach dem berechneten Graphen</translation>
    </message>
    <message>
        <source>%1 along %2</source>
        <translation>%1 entlang %2</translation>
    </message>
    <message>
        <source>read alike by other threads: %1</source>
        <translation>gleich gelesen von anderen Threads: %1</translation>
    </message>
    <message>
        <source>may bypass L1: %1</source>
        <translation>darf an L1 vorbei: %1</translation>
    </message>
    <message>
        <source>bypass L1: %1</source>
        <translation>an L1 vorbei: %1</translation>
    </message>
    <message>
        <source>stay in L1: %1</source>
        <translation>in L1 bleiben: %1</translation>
    </message>
    <message>
        <source>Estimate %1</source>
        <translation>Schätzung %1</translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation>, Zeile %1</translation>
    </message>
    <message>
        <source>, estimate %1 to %2 times</source>
        <translation>, Schätzung %1- bis %2-fach</translation>
    </message>
    <message>
        <source>Merging threads along %1 loads it once for those that are merged: click the sign in the margin, then Preview (F7).</source>
        <translation>Threads entlang %1 zu verschmelzen lädt es einmal für die verschmolzenen: Klicken Sie das Zeichen im Rand, dann Vorschau (F7).</translation>
    </message>
    <message>
        <source>Threads are not merged along %1: %2</source>
        <translation>Threads werden entlang %1 nicht verschmolzen: %2</translation>
    </message>
    <message>
        <source>Merging threads would load it once. Not here: %1</source>
        <translation>Verschmolzene Threads würden es einmal laden. Hier nicht: %1</translation>
    </message>
    <message>
        <source>Whether it pays is not known until a run says more: Compute graph, in Evidence.</source>
        <translation>Ob es sich lohnt, ist nicht bekannt, bis ein Lauf mehr sagt: Graph berechnen, in Belege.</translation>
    </message>
    <message>
        <source>Click the sign in the margin, then Preview (F7): it writes the whole choice.</source>
        <translation>Klicken Sie das Zeichen im Rand, dann Vorschau (F7): Sie schreibt die ganze Wahl.</translation>
    </message>
    <message>
        <source>compiler</source>
        <translation>Übersetzer</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>verification, %1</source>
        <translation>Prüfung, %1</translation>
    </message>
    <message>
        <source>variant, verified %1</source>
        <translation>Variante, geprüft %1</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>results differ</source>
        <translation>Ergebnisse verschieden</translation>
    </message>
    <message>
        <source>traced</source>
        <translation>verfolgt</translation>
    </message>
    <message>
        <source>launches seen</source>
        <translation>Starts gesehen</translation>
    </message>
    <message>
        <source>no findings</source>
        <translation>keine Befunde</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>did not end well</source>
        <translation>endete nicht gut</translation>
    </message>
    <message>
        <source>Stalls by line</source>
        <translation>Wartezeiten nach Zeilen</translation>
    </message>
    <message>
        <source>original, % of samples, %1</source>
        <translation>Original, % der Stichproben, %1</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Share, %</source>
        <translation>Anteil, %</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>Wartet auf</translation>
    </message>
    <message>
        <source>load</source>
        <translation>laden</translation>
    </message>
    <message>
        <source>store</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>atomic</source>
        <translation>atomar</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>gemeinsam</translation>
    </message>
    <message>
        <source>local</source>
        <translation>lokal</translation>
    </message>
    <message>
        <source>texture</source>
        <translation>Textur</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>Traffic by access</source>
        <translation>Verkehr nach Zugriffen</translation>
    </message>
    <message>
        <source>modelled %1</source>
        <translation>modelliert %1</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>nicht brauchbar</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Ausgangswert</translation>
    </message>
    <message>
        <source>Median, %1</source>
        <translation>Median, %1</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation>Zugriffe</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Orig. ÷ var.</source>
        <translation>Orig. ÷ Var.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Regs</source>
        <translation>Reg.</translation>
    </message>
    <message>
        <source>Occ., %</source>
        <translation>Ausl., %</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>%1 threads a block</source>
        <translation>%1 Threads je Block</translation>
    </message>
    <message>
        <source>%1 fewer %2</source>
        <translation>%1 weniger %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1, gemessen</translation>
    </message>
    <message>
        <source>Its variants as they were judged, with their views: a recorded session.</source>
        <translation>Seine Varianten, wie sie beurteilt wurden, mit ihren Ansichten: eine aufgezeichnete Sitzung.</translation>
    </message>
    <message>
        <source>Analysis, proofs and rewrites</source>
        <translation>Analyse, Beweise und Änderungen</translation>
    </message>
    <message>
        <source>Clang 19 and Z3 in a process of their own</source>
        <translation>Clang 19 und Z3 in einem eigenen Prozess</translation>
    </message>
    <message>
        <source>warpwright-analysis-worker was not found beside this program or in PATH. Install it.</source>
        <translation>warpwright-analysis-worker wurde weder neben diesem Programm noch im PATH gefunden. Installieren Sie ihn.</translation>
    </message>
    <message>
        <source>Running and verifying on the CPU engine</source>
        <translation>Ausführen und Prüfen auf der CPU-Maschine</translation>
    </message>
    <message numerus="yes">
        <source>%n cores</source>
        <translation>
            <numerusform>%n Kern</numerusform>
            <numerusform>%n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>warpwright-cpu-worker was not found beside this program or in PATH. Install it.</source>
        <translation>warpwright-cpu-worker wurde weder neben diesem Programm noch im PATH gefunden. Installieren Sie ihn.</translation>
    </message>
    <message>
        <source>Sessions, reports, patches</source>
        <translation>Sitzungen, Berichte, Patches</translation>
    </message>
    <message>
        <source>SQLite, self-contained HTML, unified diff</source>
        <translation>SQLite, eigenständiges HTML, Unified Diff</translation>
    </message>
    <message>
        <source>CUDA toolkit: not found</source>
        <translation>CUDA-Toolkit: nicht gefunden</translation>
    </message>
    <message>
        <source>CUDA toolkit</source>
        <translation>CUDA-Toolkit</translation>
    </message>
    <message>
        <source>Own headers are used. Registers are estimates with a band, not ptxas figures.</source>
        <translation>Eigene Header werden verwendet. Register sind Schätzungen mit Spanne, keine Zahlen von ptxas.</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU: none in this computer</source>
        <translation>GPU: keine in diesem Rechner</translation>
    </message>
    <message>
        <source>An NVIDIA driver is loaded</source>
        <translation>Ein NVIDIA-Treiber ist geladen</translation>
    </message>
    <message>
        <source>Everything but measured GPU times works here.</source>
        <translation>Alles außer gemessenen GPU-Zeiten geht hier.</translation>
    </message>
    <message>
        <source>Finds what a CUDA kernel keeps in the wrong place.</source>
        <translation>Findet, was ein CUDA-Kernel am falschen Ort hält.</translation>
    </message>
    <message>
        <source>CUDA files or a folder to open.</source>
        <translation>CUDA-Dateien oder ein Ordner zum Öffnen.</translation>
    </message>
    <message>
        <source>Keep findings and results in this file.</source>
        <translation>Befunde und Ergebnisse in dieser Datei behalten.</translation>
    </message>
    <message>
        <source>not proved</source>
        <translation>nicht bewiesen</translation>
    </message>
    <message>
        <source>%1 to its original</source>
        <translation>%1 zu seinem Original</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>in beiden</translation>
    </message>
    <message>
        <source>after only</source>
        <translation>nur nachher</translation>
    </message>
    <message>
        <source>before only</source>
        <translation>nur vorher</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Before ÷ after</source>
        <translation>Vorher ÷ nachher</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>profiled</source>
        <translation>profiliert</translation>
    </message>
    <message>
        <source>, %1 registers a thread, %2 of shared memory a block</source>
        <translation>, %1 Register je Thread, %2 gemeinsamer Speicher je Block</translation>
    </message>
    <message>
        <source>, %1 GB/s</source>
        <translation>, %1 GB/s</translation>
    </message>
    <message>
        <source>Total, ms</source>
        <translation>Summe, ms</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>Median, µs</source>
        <translation>Median, µs</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>, and another shape</source>
        <translation>, und eine andere Form</translation>
    </message>
    <message>
        <source>, and %1 other shapes</source>
        <translation>, und %1 andere Formen</translation>
    </message>
    <message>
        <source>%1 finding</source>
        <translation>%1 Befund</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 Befunde</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>RewriteFlow</name>
    <message>
        <source>Select an applicable finding first.</source>
        <translation>Wählen Sie zuerst einen anwendbaren Befund.</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Abgelehnt: %1</translation>
    </message>
    <message>
        <source>Not decided: %1</source>
        <translation>Nicht entschieden: %1</translation>
    </message>
    <message>
        <source>The computed graph keeps every load in L1: there is nothing to change.</source>
        <translation>Der berechnete Graph behält jeden Ladezugriff in L1: Es gibt nichts zu ändern.</translation>
    </message>
    <message>
        <source>Which loads to read past L1 takes a run to tell: Compute graph.</source>
        <translation>Welche Ladezugriffe an L1 vorbeigehen, sagt erst ein Lauf: Graph berechnen.</translation>
    </message>
    <message>
        <source>Preview the rewrite first.</source>
        <translation>Sehen Sie die Änderung zuerst an.</translation>
    </message>
    <message>
        <source>Wait until the verification has ended, or cancel it.</source>
        <translation>Warten Sie, bis die Prüfung beendet ist, oder brechen Sie sie ab.</translation>
    </message>
    <message>
        <source>Analyse again</source>
        <translation>Neu analysieren</translation>
    </message>
    <message>
        <source>What the variant changes is no longer found. Measure again.</source>
        <translation>Was die Variante ändert, ist nicht mehr zu finden. Messen Sie noch einmal.</translation>
    </message>
    <message numerus="yes">
        <source>Preview: %n files</source>
        <translation>
            <numerusform>Vorschau: %n Datei</numerusform>
            <numerusform>Vorschau: %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview: 1 rewrite</source>
        <translation>Vorschau: 1 Änderung</translation>
    </message>
    <message>
        <source>Compiling for the CPU engine.</source>
        <translation>Wird für die CPU-Maschine übersetzt.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The file has changed since the preview. Nothing was written.</source>
        <translation>Die Datei hat sich seit der Vorschau geändert. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Preview again</source>
        <translation>Noch einmal ansehen</translation>
    </message>
    <message>
        <source>Apply although results differ?</source>
        <translation>Anwenden, obwohl die Ergebnisse abweichen?</translation>
    </message>
    <message>
        <source>Apply without verifying?</source>
        <translation>Ohne Prüfung anwenden?</translation>
    </message>
    <message>
        <source>&lt;b&gt;The verification found different results.&lt;/b&gt;&lt;br&gt;Applying changes what the program computes.</source>
        <translation>&lt;b&gt;Die Prüfung fand andere Ergebnisse.&lt;/b&gt;&lt;br&gt;Anwenden ändert, was das Programm berechnet.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Not verified.&lt;/b&gt;&lt;br&gt;The proof says that nothing changes; no run has confirmed it.</source>
        <translation>&lt;b&gt;Nicht geprüft.&lt;/b&gt;&lt;br&gt;Der Beweis sagt, dass sich nichts ändert; kein Lauf hat es bestätigt.</translation>
    </message>
    <message>
        <source>Apply, not verified</source>
        <translation>Anwenden, ungeprüft</translation>
    </message>
    <message>
        <source>%1 is open and not saved. Nothing was written.</source>
        <translation>%1 ist offen und nicht gesichert. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Apply again</source>
        <translation>Noch einmal anwenden</translation>
    </message>
    <message>
        <source>verified identical</source>
        <translation>als gleich geprüft</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>Applied, %1: %2.</source>
        <translation>Angewandt, %1: %2.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Taken back: %1.</source>
        <translation>Zurückgenommen: %1.</translation>
    </message>
    <message>
        <source>Patch saved: %1</source>
        <translation>Patch gesichert: %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Not verified.&lt;/b&gt;&lt;br&gt;It is your own text: no proof and no run says that it computes the same.</source>
        <translation>&lt;b&gt;Nicht geprüft.&lt;/b&gt;&lt;br&gt;Es ist Ihr eigener Text: Kein Beweis und kein Lauf sagt, dass er dasselbe berechnet.</translation>
    </message>
    <message>
        <source>Not verified.</source>
        <translation>Nicht geprüft.</translation>
    </message>
    <message>
        <source>Committed to the new branch %1 (%2). Your files are as they were.</source>
        <translation>Auf dem neuen Zweig %1 festgehalten (%2). Ihre Dateien sind, wie sie waren.</translation>
    </message>
    <message>
        <source>Wait until the changes are put together, or cancel it.</source>
        <translation>Warten Sie, bis die Änderungen zusammengesetzt sind, oder brechen Sie es ab.</translation>
    </message>
    <message>
        <source>Wait until the other branch is made.</source>
        <translation>Warten Sie, bis der andere Zweig angelegt ist.</translation>
    </message>
    <message>
        <source>These changes cannot be made together: %1</source>
        <translation>Diese Änderungen gehen nicht zusammen: %1</translation>
    </message>
    <message>
        <source>%1 was edited while it was written. Your text stays in the editor and differs from the file.</source>
        <translation>%1 wurde bearbeitet, während geschrieben wurde. Ihr Text bleibt im Editor und weicht von der Datei ab.</translation>
    </message>
    <message>
        <source>Another name…</source>
        <translation>Anderer Name…</translation>
    </message>
    <message>
        <source>Save patch…</source>
        <translation>Patch sichern…</translation>
    </message>
    <message>
        <source>Wait until the files are written.</source>
        <translation>Warten Sie, bis die Dateien geschrieben sind.</translation>
    </message>
    <message numerus="yes">
        <source>Preview: %n changes</source>
        <translation>
            <numerusform>Vorschau: %n Änderung</numerusform>
            <numerusform>Vorschau: %n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>The preview is not about the selected finding. Preview this one first, or go to the preview.</source>
        <translation>Die Vorschau gilt nicht dem gewählten Befund. Zeigen Sie erst dessen Vorschau, oder gehen Sie zur Vorschau.</translation>
    </message>
    <message>
        <source>The text has changed since the preview. Preview it again.</source>
        <translation>Der Text ist seit der Vorschau ein anderer. Zeigen Sie sie neu.</translation>
    </message>
</context>
<context>
    <name>RooflinePicture</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
    <message>
        <source>List of runs</source>
        <translation>Liste der Läufe</translation>
    </message>
    <message>
        <source>Why the list is empty</source>
        <translation>Warum die Liste leer ist</translation>
    </message>
    <message>
        <source>How the program ended</source>
        <translation>Wie das Programm endete</translation>
    </message>
    <message>
        <source>What the program printed</source>
        <translation>Was das Programm ausgab</translation>
    </message>
    <message>
        <source>What to run</source>
        <translation>Was ausgeführt wird</translation>
    </message>
    <message>
        <source>Arguments of the program</source>
        <translation>Argumente des Programms</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Run with checks</source>
        <translation>Mit Prüfungen ausführen</translation>
    </message>
    <message>
        <source>Run the program on the CPU engine and look for races, accesses out of bounds, uninitialised reads</source>
        <translation>Das Programm auf der CPU-Maschine ausführen und nach Wettläufen, Zugriffen außerhalb der Grenzen und uninitialisiertem Lesen suchen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Verfolgen</translation>
    </message>
    <message>
        <source>Trace the program</source>
        <translation>Programm verfolgen</translation>
    </message>
    <message>
        <source>Run the program on the CPU engine and model what its kernels ask of a GPU&apos;s memory</source>
        <translation>Das Programm auf der CPU-Maschine ausführen und modellieren, was seine Kernels vom Speicher einer GPU verlangen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>Den Lauf abbrechen</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>original and variant</source>
        <translation>Original und Variante</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>Verfolgung</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Program output: exit code %1, %2, %3 of errors</source>
        <translation>Ausgabe des Programms: Code %1, %2, %3 Fehler</translation>
    </message>
    <message>
        <source>Nothing was run yet. Run with checks builds and runs the program on the CPU engine.</source>
        <translation>Noch nichts ausgeführt. Mit Prüfungen ausführen baut das Programm und führt es auf der CPU-Maschine aus.</translation>
    </message>
    <message>
        <source>Nothing was run yet. Open a CUDA source file with a main function first.</source>
        <translation>Noch nichts ausgeführt. Öffnen Sie zuerst eine CUDA-Datei mit einer Funktion main.</translation>
    </message>
    <message>
        <source>profile on a GPU</source>
        <translation>Profil auf einer GPU</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message>
        <source>Find in project</source>
        <translation>Im Projekt suchen</translation>
    </message>
    <message>
        <source>What to find</source>
        <translation>Was gesucht wird</translation>
    </message>
    <message>
        <source>Find in all files of the project</source>
        <translation>In allen Dateien des Projekts suchen</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß/klein beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Number of places</source>
        <translation>Anzahl der Stellen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>Why the list is empty</source>
        <translation>Warum die Liste leer ist</translation>
    </message>
    <message>
        <source>Type words to find them in all files of the project.</source>
        <translation>Geben Sie Wörter ein, um sie in allen Dateien des Projekts zu finden.</translation>
    </message>
    <message>
        <source>Not found in the project&apos;s files.</source>
        <translation>In den Dateien des Projekts nicht gefunden.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>, and more</source>
        <translation>, und mehr</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Preview replacement</source>
        <translation>Ersetzung ansehen</translation>
    </message>
    <message>
        <source>Shows what replacing all places changes; Apply there writes it, one undo takes it back</source>
        <translation>Zeigt, was das Ersetzen aller Stellen ändert; Anwenden schreibt es dort, ein Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Nothing to replace below the project&apos;s folder</source>
        <translation>Unter dem Ordner des Projekts ist nichts zu ersetzen</translation>
    </message>
    <message>
        <source>Replace `%1` by `%2`</source>
        <translation>`%1` durch `%2` ersetzen</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
</context>
<context>
    <name>SecondPane</name>
    <message>
        <source>Second pane</source>
        <translation>Zweites Teilfenster</translation>
    </message>
    <message>
        <source>File of the second pane</source>
        <translation>Datei des zweiten Teilfensters</translation>
    </message>
    <message>
        <source>Close the second pane</source>
        <translation>Das zweite Teilfenster schließen</translation>
    </message>
    <message>
        <source>Text of the second pane</source>
        <translation>Text des zweiten Teilfensters</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Add to: %1</source>
        <translation>Hinzufügen zu: %1</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from: %1</source>
        <translation>Entfernen aus: %1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>What can be set</source>
        <translation>Was eingestellt werden kann</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Code font</source>
        <translation>Schrift für Code</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Start where Warpwright was closed</source>
        <translation>Dort beginnen, wo Warpwright geschlossen wurde</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>For the GPU</source>
        <translation>Für die GPU</translation>
    </message>
    <message>
        <source>What estimates, occupancy, memory figures, graphs and findings are for</source>
        <translation>Wofür Schätzungen, Auslastung, Speicherzahlen, Graphen und Befunde gelten</translation>
    </message>
    <message>
        <source>Compiler flags</source>
        <translation>Schalter des Übersetzers</translation>
    </message>
    <message>
        <source>as nvcc takes them: -DN=64 -std=c++17</source>
        <translation>wie nvcc sie nimmt: -DN=64 -std=c++17</translation>
    </message>
    <message>
        <source>Of %1, besides those of its compile commands</source>
        <translation>Von %1, außer denen seiner Übersetzungsbefehle</translation>
    </message>
    <message>
        <source>Include folders</source>
        <translation>Include-Ordner</translation>
    </message>
    <message>
        <source>Where headers of %1 are looked for</source>
        <translation>Wo Header von %1 gesucht werden</translation>
    </message>
    <message>
        <source>Look for, too</source>
        <translation>Auch suchen nach</translation>
    </message>
    <message>
        <source>Running programs</source>
        <translation>Programme ausführen</translation>
    </message>
    <message>
        <source>Run without asking</source>
        <translation>Ohne Frage ausführen</translation>
    </message>
    <message>
        <source>Parts of the settings</source>
        <translation>Teile der Einstellungen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Reduced motion: nothing moves or blinks</source>
        <translation>Weniger Bewegung: Nichts bewegt sich oder blinkt</translation>
    </message>
    <message>
        <source>CUDA toolkit</source>
        <translation>CUDA-Toolkit</translation>
    </message>
    <message>
        <source>The one that is found</source>
        <translation>Das, das gefunden wird</translation>
    </message>
    <message>
        <source>None: the headers that come with Warpwright</source>
        <translation>Keines: die Header, die Warpwright mitbringt</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Whose headers are read, and whose nvcc builds programs and variants for a GPU</source>
        <translation>Wessen Header gelesen werden, und wessen nvcc Programme und Varianten für eine GPU baut</translation>
    </message>
    <message>
        <source>Folder of the CUDA toolkit</source>
        <translation>Ordner des CUDA-Toolkits</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>What kernels are compiled for where the project does not say</source>
        <translation>Wofür Kernels übersetzt werden, wo das Projekt es nicht sagt</translation>
    </message>
</context>
<context>
    <name>SpeedupPlot</name>
    <message>
        <source>Bars of original ÷ variant</source>
        <translation>Balken von Original ÷ Variante</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>no figure</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>not usable, %1</source>
        <translation>nicht brauchbar, %1</translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>, %1 bis %2</translation>
    </message>
    <message>
        <source>, measured</source>
        <translation>, gemessen</translation>
    </message>
    <message>
        <source>, counted by the CPU engine, not a time</source>
        <translation>, von der CPU-Maschine gezählt, keine Zeit</translation>
    </message>
    <message>
        <source>original, 1.00×</source>
        <translation>Original, 1,00×</translation>
    </message>
</context>
<context>
    <name>StackRow</name>
    <message>
        <source>Changes that are previewed together</source>
        <translation>Änderungen, die zusammen gezeigt werden</translation>
    </message>
    <message>
        <source>Changes in their order</source>
        <translation>Änderungen in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>Changes of this kernel</source>
        <translation>Änderungen dieses Kernels</translation>
    </message>
    <message>
        <source>Preview several changes of this kernel together: they are verified and applied as one (S)</source>
        <translation>Mehrere Änderungen dieses Kernels zusammen zeigen: sie werden als eine geprüft und angewendet (S)</translation>
    </message>
    <message numerus="yes">
        <source>%n changes together</source>
        <translation>
            <numerusform>%n Änderung zusammen</numerusform>
            <numerusform>%n Änderungen zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a change</source>
        <translation>Änderung hinzufügen</translation>
    </message>
    <message>
        <source>a change that is no longer found</source>
        <translation>eine Änderung, die nicht mehr gefunden wird</translation>
    </message>
    <message>
        <source>Change %1: %2</source>
        <translation>Änderung %1: %2</translation>
    </message>
    <message>
        <source>Change %1, %2</source>
        <translation>Änderung %1, %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Status bar</source>
        <translation>Statuszeile</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What runs or ran</source>
        <translation>Was läuft oder lief</translation>
    </message>
    <message>
        <source>Number of findings: %1</source>
        <translation>Anzahl der Befunde: %1</translation>
    </message>
    <message>
        <source>Headers in use</source>
        <translation>Verwendete Header</translation>
    </message>
    <message>
        <source>CPU engine</source>
        <translation>CPU-Maschine</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>CPU engine ready</source>
        <translation>CPU-Maschine bereit</translation>
    </message>
    <message>
        <source>CPU engine not found</source>
        <translation>CPU-Maschine nicht gefunden</translation>
    </message>
    <message>
        <source>%1 applicable</source>
        <translation>%1 anwendbar</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Program </source>
        <translation>Programm </translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Findings, kernels and runs are of this program of the folder</source>
        <translation>Befunde, Kernels und Läufe gelten für dieses Programm des Ordners</translation>
    </message>
    <message>
        <source>Findings, kernels and runs are of this program of the folder (Ctrl+Shift+P)</source>
        <translation>Befunde, Kernels und Läufe gelten für dieses Programm des Ordners (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Kernel </source>
        <translation>Kernel </translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>  Target </source>
        <translation>  Ziel </translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Target of measurements</source>
        <translation>Ziel der Messungen</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analysieren</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>  Kernel </source>
        <translation>  Kernel </translation>
    </message>
</context>
<context>
    <name>StepButton</name>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht getan</translation>
    </message>
</context>
<context>
    <name>TargetDialog</name>
    <message>
        <source>Add target</source>
        <translation>Ziel hinzufügen</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;code&gt;gpu&lt;/code&gt; or &lt;code&gt;gpu:1&lt;/code&gt;: GPUs of this computer; times are measured.&lt;/p&gt;&lt;p&gt;&lt;code&gt;ssh:HOST&lt;/code&gt;: the CPU engine on another machine, &lt;code&gt;ssh:HOST/gpu&lt;/code&gt;: a GPU there. HOST is what &lt;code&gt;ssh&lt;/code&gt; takes: an alias of ~/.ssh/config, or user@host. Nothing needs to be installed there.&lt;/p&gt;&lt;p&gt;&lt;code&gt;slurm:PARTITION&lt;/code&gt;, &lt;code&gt;slurm:PARTITION/gpu&lt;/code&gt;: variants become a job array of your cluster.&lt;/p&gt;&lt;p&gt;&lt;b&gt;A recording&lt;/b&gt; is a session (.wws) in which this kernel was measured. Nothing is run.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;code&gt;gpu&lt;/code&gt; oder &lt;code&gt;gpu:1&lt;/code&gt;: GPUs dieses Rechners; Zeiten werden gemessen.&lt;/p&gt;&lt;p&gt;&lt;code&gt;ssh:HOST&lt;/code&gt;: die CPU-Maschine auf einem anderen Rechner, &lt;code&gt;ssh:HOST/gpu&lt;/code&gt;: eine GPU dort. HOST ist, was &lt;code&gt;ssh&lt;/code&gt; nimmt: ein Name aus ~/.ssh/config oder user@host. Dort muss nichts installiert sein.&lt;/p&gt;&lt;p&gt;&lt;code&gt;slurm:PARTITION&lt;/code&gt;, &lt;code&gt;slurm:PARTITION/gpu&lt;/code&gt;: Varianten werden ein Job-Array Ihres Clusters.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Eine Aufzeichnung&lt;/b&gt; ist eine Sitzung (.wws), in der dieser Kernel gemessen wurde. Nichts wird ausgeführt.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>What can be measured on</source>
        <translation>Worauf gemessen werden kann</translation>
    </message>
    <message>
        <source>ssh:HOST</source>
        <translation>ssh:HOST</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What was found there</source>
        <translation>Was dort gefunden wurde</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Wahl</translation>
    </message>
    <message>
        <source>Choose a recording…</source>
        <translation>Aufzeichnung wählen…</translation>
    </message>
    <message>
        <source>Add all the same</source>
        <translation>Trotzdem hinzufügen</translation>
    </message>
    <message>
        <source>Check and add</source>
        <translation>Prüfen und hinzufügen</translation>
    </message>
    <message>
        <source>Looking at %1…</source>
        <translation>%1 wird angesehen…</translation>
    </message>
    <message>
        <source>Choose a recording</source>
        <translation>Aufzeichnung wählen</translation>
    </message>
    <message>
        <source>Sessions (*.wws)</source>
        <translation>Sitzungen (*.wws)</translation>
    </message>
</context>
<context>
    <name>Targets</name>
    <message>
        <source>Recording, %1</source>
        <translation>Aufzeichnung, %1</translation>
    </message>
    <message>
        <source>This computer, CPU engine</source>
        <translation>Dieser Rechner, CPU-Maschine</translation>
    </message>
    <message>
        <source>CPU engine</source>
        <translation>CPU-Maschine</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>This computer, %1</source>
        <translation>Dieser Rechner, %1</translation>
    </message>
    <message>
        <source>%1 by SSH, %2</source>
        <translation>%1 über SSH, %2</translation>
    </message>
    <message>
        <source>Partition %1, %2</source>
        <translation>Partition %1, %2</translation>
    </message>
    <message>
        <source>Runs every variant here and counts what it asks of memory. Counts are not times.</source>
        <translation>Führt hier jede Variante aus und zählt, was sie vom Speicher verlangt. Zählungen sind keine Zeiten.</translation>
    </message>
    <message>
        <source>Answers from %1; nothing is run.</source>
        <translation>Antwortet aus %1; nichts wird ausgeführt.</translation>
    </message>
    <message>
        <source>%1: compiles every variant with nvcc, verifies it there and times it in turns with the original.</source>
        <translation>%1: übersetzt jede Variante mit nvcc, prüft sie dort und misst sie abwechselnd mit dem Original.</translation>
    </message>
    <message>
        <source>%1: runs every variant there and counts what it asks of memory. Counts are not times.</source>
        <translation>%1: führt dort jede Variante aus und zählt, was sie vom Speicher verlangt. Zählungen sind keine Zeiten.</translation>
    </message>
    <message>
        <source>Add target…</source>
        <translation>Ziel hinzufügen…</translation>
    </message>
    <message>
        <source>What else can be measured on</source>
        <translation>Worauf sonst gemessen werden kann</translation>
    </message>
</context>
<context>
    <name>TaskView</name>
    <message>
        <source>%1 blocks, cost %2</source>
        <translation>%1 Blöcke, Kosten %2</translation>
    </message>
</context>
<context>
    <name>TasksPanel</name>
    <message>
        <source>Reuse: tasks</source>
        <translation>Wiederverwendung: Aufgaben</translation>
    </message>
    <message>
        <source>Order of tasks</source>
        <translation>Ordnung der Aufgaben</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Redundant loads</source>
        <translation>Überflüssige Ladezugriffe</translation>
    </message>
    <message>
        <source>Largest block</source>
        <translation>Größter Block</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Orders of the tasks</source>
        <translation>Ordnungen der Aufgaben</translation>
    </message>
    <message>
        <source>Why no graph is shown</source>
        <translation>Warum kein Graph gezeigt wird</translation>
    </message>
    <message>
        <source>Which graph, and how it is partitioned</source>
        <translation>Welcher Graph, und wie er zerlegt wird</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>What runs</source>
        <translation>Was läuft</translation>
    </message>
    <message>
        <source>Tasks a block</source>
        <translation>Aufgaben je Block</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the partition</source>
        <translation>Die Zerlegung abbrechen</translation>
    </message>
    <message>
        <source>Open graph…</source>
        <translation>Graph öffnen…</translation>
    </message>
    <message>
        <source>Open a task-data graph</source>
        <translation>Einen Aufgaben-Daten-Graphen öffnen</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>Save both pictures as SVG</source>
        <translation>Beide Bilder als SVG sichern</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>%1 in words</source>
        <translation>%1 in Worten</translation>
    </message>
    <message>
        <source>Task-data graph, %1</source>
        <translation>Aufgaben-Daten-Graph, %1</translation>
    </message>
    <message>
        <source>Whether it pays</source>
        <translation>Ob es sich lohnt</translation>
    </message>
    <message>
        <source>Kind of result</source>
        <translation>Art des Ergebnisses</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>Lohnt sich ab</translation>
    </message>
    <message>
        <source>Open graph</source>
        <translation>Graph öffnen</translation>
    </message>
    <message>
        <source>Graphs (*.mtx *.tasks *.txt *.edges *.gz);;All files (*)</source>
        <translation>Graphen (*.mtx *.tasks *.txt *.edges *.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reading %1.</source>
        <translation>%1 wird gelesen.</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>partitioning</source>
        <translation>wird zerlegt</translation>
    </message>
    <message>
        <source>Partitioning %1.</source>
        <translation>%1 wird zerlegt.</translation>
    </message>
    <message>
        <source>%1 tasks, %2 data objects</source>
        <translation>%1 Aufgaben, %2 Datenobjekte</translation>
    </message>
    <message>
        <source>same tasks, same place; ○ data that several blocks load</source>
        <translation>gleiche Aufgaben, gleicher Platz; ○ Daten, die mehrere Blöcke laden</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>Cancelled. Choose a method to partition %1.</source>
        <translation>Abgebrochen. Wählen Sie ein Verfahren, um %1 zu zerlegen.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Save pictures</source>
        <translation>Bilder sichern</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>Which tasks should share a thread block? Open a Matrix Market file or an edge list: one task a non-zero or a line, or the tasks that were saved of a launch (*.tasks): one task a thread.</source>
        <translation>Welche Aufgaben sollen sich einen Block teilen? Öffnen Sie eine Matrix-Market-Datei oder eine Kantenliste: eine Aufgabe je Nichtnull oder Zeile, oder die gesicherten Aufgaben eines Starts (*.tasks): eine Aufgabe je Thread.</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>%1 block</source>
        <translation>%1 Block</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 Blöcke</translation>
    </message>
</context>
<context>
    <name>TimelinePicture</name>
    <message>
        <source>Timeline of a profile</source>
        <translation>Zeitstrahl eines Profils</translation>
    </message>
</context>
<context>
    <name>Tracing</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>In the last trace threads asked for %1 here, up to %2 of it alike; %3 to memory.</source>
        <translation>In der letzten Verfolgung verlangten Threads hier %1, bis zu %2 davon gleich; %3 an den Speicher.</translation>
    </message>
    <message>
        <source>%1 request</source>
        <translation>%1 Anfrage</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 Anfragen</translation>
    </message>
</context>
<context>
    <name>TrafficView</name>
    <message>
        <source>Traffic-reduction graph</source>
        <translation>Graph der Verkehrsminderung</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>im Cache</translation>
    </message>
    <message>
        <source>bypassed</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>Load %1: weight %2</source>
        <translation>Ladezugriff %1: Gewicht %2</translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation>, Zeile %1</translation>
    </message>
    <message>
        <source>, exact: %1</source>
        <translation>, genau: %1</translation>
    </message>
    <message>
        <source>, heuristic: %1</source>
        <translation>, heuristisch: %1</translation>
    </message>
    <message>
        <source> · line %1</source>
        <translation> · Zeile %1</translation>
    </message>
    <message>
        <source>%1 loads are too many to draw. The table serves.</source>
        <translation>%1 Ladezugriffe sind zu viele zum Zeichnen. Die Tabelle dient.</translation>
    </message>
</context>
<context>
    <name>Trust</name>
    <message>
        <source>Run this program?</source>
        <translation>Dieses Programm ausführen?</translation>
    </message>
    <message>
        <source>&lt;b&gt;Run this program?&lt;/b&gt;&lt;br&gt;This builds and runs %1 on the CPU engine, with your rights.</source>
        <translation>&lt;b&gt;Dieses Programm ausführen?&lt;/b&gt;&lt;br&gt;Das baut %1 und führt es auf der CPU-Maschine aus, mit Ihren Rechten.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Always in this folder</source>
        <translation>Immer in diesem Ordner</translation>
    </message>
    <message>
        <source>Arguments of the program</source>
        <translation>Argumente des Programms</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
</context>
<context>
    <name>TuningRun</name>
    <message>
        <source>A measurement runs. Pause or cancel it first.</source>
        <translation>Eine Messung läuft. Halten Sie sie an oder brechen Sie sie ab.</translation>
    </message>
    <message>
        <source>Measuring is not possible here.</source>
        <translation>Messen ist hier nicht möglich.</translation>
    </message>
    <message>
        <source>Analyse the file first.</source>
        <translation>Analysieren Sie zuerst die Datei.</translation>
    </message>
    <message>
        <source>The text has errors. Mend them first.</source>
        <translation>Der Text hat Fehler. Beheben Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Choose a kernel first.</source>
        <translation>Wählen Sie zuerst einen Kernel.</translation>
    </message>
    <message>
        <source>Nothing can be changed in %1: none of its findings is applicable.</source>
        <translation>In %1 kann nichts geändert werden: Keiner seiner Befunde ist anwendbar.</translation>
    </message>
    <message>
        <source>Save your changes first: measuring runs the program from the disk.</source>
        <translation>Sichern Sie zuerst Ihre Änderungen: Messen führt das Programm vom Datenträger aus.</translation>
    </message>
</context>
<context>
    <name>VariantViews</name>
    <message>
        <source>Views of the selected variant</source>
        <translation>Ansichten der gewählten Variante</translation>
    </message>
    <message>
        <source>Which variant the views show</source>
        <translation>Welche Variante die Ansichten zeigen</translation>
    </message>
    <message>
        <source>Selected variant</source>
        <translation>Gewählte Variante</translation>
    </message>
    <message>
        <source>What it changes</source>
        <translation>Was sie ändert</translation>
    </message>
    <message>
        <source>Views of the selected variant, scrolling</source>
        <translation>Ansichten der gewählten Variante, rollend</translation>
    </message>
    <message>
        <source>%1, title</source>
        <translation>%1, Titel</translation>
    </message>
    <message>
        <source>%1, where from</source>
        <translation>%1, woher</translation>
    </message>
    <message>
        <source>Speed-up and occupancy</source>
        <translation>Beschleunigung und Auslastung</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>Save the bars as SVG</source>
        <translation>Die Balken als SVG sichern</translation>
    </message>
    <message>
        <source>Bars, scrolling</source>
        <translation>Balken, rollend</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Registers a thread</source>
        <translation>Register je Thread</translation>
    </message>
    <message>
        <source>Theoretical occupancy by registers a thread. The dock Occupancy tries other values.</source>
        <translation>Theoretische Auslastung nach Registern je Thread. Der Bereich Auslastung versucht andere Werte.</translation>
    </message>
    <message>
        <source>Why there is no occupancy</source>
        <translation>Warum es keine Auslastung gibt</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Trace this variant</source>
        <translation>Diese Variante verfolgen</translation>
    </message>
    <message>
        <source>Trace the selected variant</source>
        <translation>Die gewählte Variante verfolgen</translation>
    </message>
    <message>
        <source>Why there is no memory chart</source>
        <translation>Warum es kein Speicherbild gibt</translation>
    </message>
    <message>
        <source>Reuse of loads, and lines</source>
        <translation>Wiederverwendung der Ladezugriffe, und Zeilen</translation>
    </message>
    <message>
        <source>Reuse of loads</source>
        <translation>Wiederverwendung</translation>
    </message>
    <message>
        <source>Compute graph</source>
        <translation>Graph berechnen</translation>
    </message>
    <message>
        <source>Compute the graph of the kernel&apos;s loads</source>
        <translation>Den Graphen der Ladezugriffe des Kernels berechnen</translation>
    </message>
    <message>
        <source>Why there is no graph</source>
        <translation>Warum es keinen Graphen gibt</translation>
    </message>
    <message>
        <source>Stalls by line</source>
        <translation>Wartezeiten nach Zeilen</translation>
    </message>
    <message>
        <source>Why there are no lines</source>
        <translation>Warum es keine Zeilen gibt</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Speed-up, 95 % interval</source>
        <translation>Beschleunigung, 95-%-Intervall</translation>
    </message>
    <message>
        <source>longer is faster</source>
        <translation>länger ist schneller</translation>
    </message>
    <message>
        <source>counted, not a time</source>
        <translation>gezählt, keine Zeit</translation>
    </message>
    <message>
        <source>the best %1 of %2</source>
        <translation>die besten %1 von %2</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>Original</translation>
    </message>
    <message>
        <source>select a variant to compare</source>
        <translation>wählen Sie eine Variante zum Vergleich</translation>
    </message>
    <message>
        <source>against □ original</source>
        <translation>gegen □ Original</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>shared, B</source>
        <translation>gemeinsam, B</translation>
    </message>
    <message>
        <source>occupancy, %</source>
        <translation>Auslastung, %</translation>
    </message>
    <message>
        <source>estimate %1</source>
        <translation>Schätzung %1</translation>
    </message>
    <message>
        <source>Measure to see it.</source>
        <translation>Messen Sie, um sie zu sehen.</translation>
    </message>
    <message>
        <source>The block size of the launch is not in this measurement. Measure again.</source>
        <translation>Die Blockgröße des Starts steht nicht in dieser Messung. Messen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Trace the original</source>
        <translation>Das Original verfolgen</translation>
    </message>
    <message>
        <source>Runs the program on the CPU engine and models what the kernel asks of a GPU&apos;s memory</source>
        <translation>Führt das Programm auf der CPU-Maschine aus und modelliert, was der Kernel vom Speicher einer GPU verlangt</translation>
    </message>
    <message>
        <source>tracing: %1</source>
        <translation>wird verfolgt: %1</translation>
    </message>
    <message>
        <source>the original; this variant was not traced</source>
        <translation>das Original; diese Variante wurde nicht verfolgt</translation>
    </message>
    <message>
        <source>Tracing: %1.</source>
        <translation>Wird verfolgt: %1.</translation>
    </message>
    <message>
        <source>Not traced yet. Tracing runs the program once on the CPU engine, original and variant.</source>
        <translation>Noch nicht verfolgt. Verfolgen führt das Programm einmal auf der CPU-Maschine aus, Original und Variante.</translation>
    </message>
    <message>
        <source>Runs the program on the CPU engine and weighs the loads</source>
        <translation>Führt das Programm auf der CPU-Maschine aus und wägt die Ladezugriffe ab</translation>
    </message>
    <message>
        <source>bytes to L2 saved; dashed: bypassed</source>
        <translation>zu L2 gesparte Bytes; gestrichelt: vorbei</translation>
    </message>
    <message>
        <source>Which loads share lines of L1? Compute graph tells.</source>
        <translation>Welche Ladezugriffe teilen sich Zeilen von L1? Graph berechnen sagt es.</translation>
    </message>
    <message>
        <source>A GPU samples stalls by line. Without one, a trace tells what each line moves.</source>
        <translation>Eine GPU nimmt Stichproben der Wartezeiten nach Zeilen. Ohne sie sagt eine Verfolgung, was jede Zeile bewegt.</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild sichern</translation>
    </message>
    <message>
        <source>Pictures (*.svg)</source>
        <translation>Bilder (*.svg)</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place.</source>
        <translation>%1 kann nicht geschrieben werden. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Why there is no roofline</source>
        <translation>Warum es keine Roofline gibt</translation>
    </message>
    <message>
        <source>Nothing that this kernel computes was counted. Trace it again.</source>
        <translation>Nichts, was dieser Kernel berechnet, wurde gezählt. Zeichnen Sie ihn erneut auf.</translation>
    </message>
    <message>
        <source>A trace tells what the kernel computes for each byte that it moves.</source>
        <translation>Eine Aufzeichnung sagt, was der Kernel für jedes bewegte Byte berechnet.</translation>
    </message>
    <message>
        <source>Lines, roofline and history</source>
        <translation>Zeilen, Roofline und Verlauf</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Why there is no history</source>
        <translation>Warum es keinen Verlauf gibt</translation>
    </message>
    <message>
        <source>Measure to see each variant in the order in which it was judged.</source>
        <translation>Messen Sie, um jede Variante in der Reihenfolge zu sehen, in der sie beurteilt wurde.</translation>
    </message>
    <message>
        <source>In which order these variants were judged was not kept. Measure again.</source>
        <translation>In welcher Reihenfolge diese Varianten beurteilt wurden, ist nicht aufbewahrt. Messen Sie noch einmal.</translation>
    </message>
    <message>
        <source>%1, original ÷ variant</source>
        <translation>%1, Original ÷ Variante</translation>
    </message>
    <message>
        <source>%1 variant in the order judged</source>
        <translation>%1 Variante in der Reihenfolge der Beurteilung</translation>
    </message>
    <message>
        <source>%1 variants in the order judged</source>
        <translation>%1 Varianten in der Reihenfolge der Beurteilung</translation>
    </message>
    <message>
        <source>; none is better than the original</source>
        <translation>; keine ist besser als das Original</translation>
    </message>
    <message>
        <source>; the best is number %1, %2</source>
        <translation>; die beste ist Nummer %1, %2</translation>
    </message>
</context>
<context>
    <name>Weighing</name>
    <message>
        <source>Reuse: loads</source>
        <translation>Wiederverwendung: Ladezugriffe</translation>
    </message>
    <message>
        <source>Reuse: tasks</source>
        <translation>Wiederverwendung: Aufgaben</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>What this computer can do</source>
        <translation>Was dieser Rechner kann</translation>
    </message>
    <message>
        <source>&lt;b&gt;Warpwright&lt;/b&gt;</source>
        <translation>&lt;b&gt;Warpwright&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Find what a CUDA kernel keeps in the wrong place. Prove it, check it, apply it.</source>
        <translation>Finden, was ein CUDA-Kernel am falschen Ort hält. Beweisen, prüfen, anwenden.</translation>
    </message>
    <message>
        <source>Not saved when Warpwright ended</source>
        <translation>Nicht gesichert, als Warpwright endete</translation>
    </message>
    <message>
        <source>kept on %1; open it to restore</source>
        <translation>am %1 beiseitegelegt; öffnen, um es wiederherzustellen</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Samples, ready to run without a GPU</source>
        <translation>Beispiele, ohne GPU lauffähig</translation>
    </message>
    <message>
        <source>How to read the marks</source>
        <translation>Wie die Zeichen zu lesen sind</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Open session…</source>
        <translation>Sitzung öffnen…</translation>
    </message>
    <message>
        <source>Nothing is run without asking</source>
        <translation>Nichts wird ungefragt ausgeführt</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Gut zu wissen</translation>
    </message>
    <message>
        <source>&lt;b&gt;Opening a folder runs nothing.&lt;/b&gt; Building and running a project is always your own step, and the first time in a folder you are asked.</source>
        <translation>&lt;b&gt;Einen Ordner zu öffnen führt nichts aus.&lt;/b&gt; Ein Projekt zu bauen und auszuführen ist immer Ihr eigener Schritt, und beim ersten Mal in einem Ordner werden Sie gefragt.</translation>
    </message>
    <message>
        <source>proved; rests on the assumptions shown</source>
        <translation>bewiesen; beruht auf den gezeigten Annahmen</translation>
    </message>
    <message>
        <source>not safe or not possible, with the line</source>
        <translation>nicht sicher oder nicht möglich, mit der Zeile</translation>
    </message>
    <message>
        <source>not decided, and what is missing</source>
        <translation>nicht entschieden, und was fehlt</translation>
    </message>
    <message>
        <source>all results compared</source>
        <translation>alle Ergebnisse verglichen</translation>
    </message>
    <message>
        <source>results differ, or a run broke</source>
        <translation>Ergebnisse weichen ab, oder ein Lauf brach ab</translation>
    </message>
    <message>
        <source>not done yet, or not possible here</source>
        <translation>noch nicht getan, oder hier nicht möglich</translation>
    </message>
    <message>
        <source>&lt;b&gt;What this computer can do&lt;/b&gt;</source>
        <translation>&lt;b&gt;Was dieser Rechner kann&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>Nicht hier</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>Trenner</translation>
    </message>
</context>
<context>
    <name>WholeProgramRow</name>
    <message>
        <source>%1 → %2 ms, %3</source>
        <translation>%1 → %2 ms, %3</translation>
    </message>
    <message>
        <source>%1: %2 ms, changed %3 ms</source>
        <translation>%1: %2 ms, geändert %3 ms</translation>
    </message>
    <message>
        <source>The whole program</source>
        <translation>Das ganze Programm</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What the best variant brings the whole program</source>
        <translation>Was die beste Variante dem ganzen Programm bringt</translation>
    </message>
    <message>
        <source>How far the comparison of the whole program is</source>
        <translation>Wie weit der Vergleich des ganzen Programms ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the comparison</source>
        <translation>Den Vergleich abbrechen</translation>
    </message>
    <message>
        <source>Stops the comparison of the whole program (Shift+Esc)</source>
        <translation>Hält den Vergleich des ganzen Programms an (Umschalt+Esc)</translation>
    </message>
    <message>
        <source>Compare the whole program</source>
        <translation>Ganzes Programm vergleichen</translation>
    </message>
    <message>
        <source>With %1:</source>
        <translation>Mit %1:</translation>
    </message>
    <message>
        <source>the program leaves something else.</source>
        <translation>hinterlässt das Programm etwas anderes.</translation>
    </message>
    <message>
        <source>the same exit code, output and files</source>
        <translation>derselbe Exit-Code, dieselbe Ausgabe und dieselben Dateien</translation>
    </message>
    <message>
        <source>(%1 part not compared)</source>
        <translation>(%1 Teil nicht verglichen)</translation>
    </message>
    <message>
        <source>(%1 parts not compared)</source>
        <translation>(%1 Teile nicht verglichen)</translation>
    </message>
    <message>
        <source>all kernels %1; all that the GPU does %2; %3</source>
        <translation>alle Kernels %1; alles, was die GPU tut, %2; %3</translation>
    </message>
    <message>
        <source>Whole program:</source>
        <translation>Ganzes Programm:</translation>
    </message>
    <message>
        <source>of an older text.</source>
        <translation>eines älteren Textes.</translation>
    </message>
    <message>
        <source>All kernels</source>
        <translation>Alle Kernels</translation>
    </message>
    <message>
        <source>All that the GPU does</source>
        <translation>Alles, was die GPU tut</translation>
    </message>
    <message>
        <source>%1, %2 of each in turns</source>
        <translation>%1, je %2 im Wechsel</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>Not compared: %1.</source>
        <translation>Nicht verglichen: %1.</translation>
    </message>
    <message>
        <source>as it is and with %1, in turns on this computer&apos;s GPU.</source>
        <translation>wie es ist und mit %1, im Wechsel auf der GPU dieses Rechners.</translation>
    </message>
    <message>
        <source>Builds the program as it is and with the best variant, runs both on the GPU in turns, and compares times and what they leave</source>
        <translation>Baut das Programm, wie es ist und mit der besten Variante, führt beide im Wechsel auf der GPU aus und vergleicht Zeiten und was sie hinterlassen</translation>
    </message>
    <message>
        <source>No variant is better than the original.</source>
        <translation>Keine Variante ist besser als das Original.</translation>
    </message>
</context>
<context>
    <name>WholePrograms</name>
    <message>
        <source>Comparing the whole program: %1</source>
        <translation>Das ganze Programm wird verglichen: %1</translation>
    </message>
    <message>
        <source>Programs cannot be run on a GPU here.</source>
        <translation>Programme können hier nicht auf einer GPU laufen.</translation>
    </message>
    <message>
        <source>A whole program is being compared. Cancel it first.</source>
        <translation>Ein ganzes Programm wird verglichen. Brechen Sie das zuerst ab.</translation>
    </message>
    <message>
        <source>Looking for a GPU and for nvcc.</source>
        <translation>Eine GPU und nvcc werden gesucht.</translation>
    </message>
    <message>
        <source>No variant is better than the original.</source>
        <translation>Keine Variante ist besser als das Original.</translation>
    </message>
    <message>
        <source>The text has changed since. Measure again to know what holds of it.</source>
        <translation>Der Text ist seither ein anderer. Messen Sie neu, um zu wissen, was für ihn gilt.</translation>
    </message>
    <message>
        <source>Save your changes first: the program is built from the disk.</source>
        <translation>Sichern Sie zuerst Ihre Änderungen: Das Programm wird von der Platte gebaut.</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Ausgeben</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>&amp;Zuletzt</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Opportunity</source>
        <translation>&amp;Gelegenheit</translation>
    </message>
    <message>
        <source>&amp;Look for</source>
        <translation>&amp;Suchen nach</translation>
    </message>
    <message>
        <source>What only a measurement decides, and is looked for only where it is asked for</source>
        <translation>Was nur eine Messung entscheidet und nur auf Wunsch gesucht wird</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>&amp;Datei öffnen…</translation>
    </message>
    <message>
        <source>Open a CUDA source file</source>
        <translation>Eine CUDA-Datei öffnen</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open a folder of sources; nothing in it is run</source>
        <translation>Einen Ordner mit Quellen öffnen; nichts darin wird ausgeführt</translation>
    </message>
    <message>
        <source>Open s&amp;ession…</source>
        <translation>&amp;Sitzung öffnen…</translation>
    </message>
    <message>
        <source>Open a session that was saved before</source>
        <translation>Eine früher gesicherte Sitzung öffnen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Sichern</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Die Datei sichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Sichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save the text under another name</source>
        <translation>Den Text unter einem anderen Namen sichern</translation>
    </message>
    <message>
        <source>Save a&amp;ll</source>
        <translation>A&amp;lle sichern</translation>
    </message>
    <message>
        <source>Save every file with unsaved changes</source>
        <translation>Jede Datei mit ungesicherten Änderungen sichern</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>Reiter s&amp;chließen</translation>
    </message>
    <message>
        <source>Close the tab in front</source>
        <translation>Den Reiter vorn schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Leave the program</source>
        <translation>Das Programm verlassen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take the last change back; an applied rewrite is one step</source>
        <translation>Die letzte Änderung zurücknehmen; eine angewandte Änderung ist ein Schritt</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>Die Änderung noch einmal machen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>Cut the selection</source>
        <translation>Das Gewählte ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the selection</source>
        <translation>Das Gewählte kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Paste at the cursor</source>
        <translation>Am Cursor einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>Alles aus&amp;wählen</translation>
    </message>
    <message>
        <source>Select the whole text</source>
        <translation>Den ganzen Text auswählen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find in the file</source>
        <translation>In der Datei suchen</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>Find the same words again</source>
        <translation>Dieselben Wörter weitersuchen</translation>
    </message>
    <message>
        <source>&amp;Replace…</source>
        <translation>&amp;Ersetzen…</translation>
    </message>
    <message>
        <source>Find and replace in the file</source>
        <translation>In der Datei suchen und ersetzen</translation>
    </message>
    <message>
        <source>Find in &amp;project…</source>
        <translation>Im &amp;Projekt suchen…</translation>
    </message>
    <message>
        <source>Find words in all files of the project</source>
        <translation>Wörter in allen Dateien des Projekts suchen</translation>
    </message>
    <message>
        <source>Go to &amp;line…</source>
        <translation>&amp;Zeile…</translation>
    </message>
    <message>
        <source>Go to a line by its number</source>
        <translation>Zu einer Zeile nach ihrer Nummer gehen</translation>
    </message>
    <message>
        <source>All &amp;commands…</source>
        <translation>Alle &amp;Befehle…</translation>
    </message>
    <message>
        <source>Find any command by its name</source>
        <translation>Einen Befehl nach seinem Namen finden</translation>
    </message>
    <message>
        <source>Go to &amp;file…</source>
        <translation>&amp;Datei…</translation>
    </message>
    <message>
        <source>Open a file of the project by its name</source>
        <translation>Eine Datei des Projekts nach ihrem Namen öffnen</translation>
    </message>
    <message>
        <source>Choose p&amp;rogram…</source>
        <translation>P&amp;rogramm wählen…</translation>
    </message>
    <message>
        <source>Choose which program of the folder is looked at, where it holds several</source>
        <translation>Wählen, welches Programm des Ordners betrachtet wird, wo er mehrere enthält</translation>
    </message>
    <message>
        <source>Go to &amp;symbol…</source>
        <translation>&amp;Symbol…</translation>
    </message>
    <message>
        <source>Go to a kernel, function, type or macro of the project by its name</source>
        <translation>Zu einem Kernel, einer Funktion, einem Typ oder Makro des Projekts gehen</translation>
    </message>
    <message>
        <source>Go to &amp;definition</source>
        <translation>&amp;Definition</translation>
    </message>
    <message>
        <source>Go to where the name at the cursor is defined</source>
        <translation>Dorthin gehen, wo der Name am Cursor definiert ist</translation>
    </message>
    <message>
        <source>Find re&amp;ferences</source>
        <translation>&amp;Verwendungen suchen</translation>
    </message>
    <message>
        <source>List where the name at the cursor is used in the project</source>
        <translation>Auflisten, wo der Name am Cursor im Projekt verwendet wird</translation>
    </message>
    <message>
        <source>Co&amp;mplete</source>
        <translation>V&amp;ervollständigen</translation>
    </message>
    <message>
        <source>List the names that can stand at the cursor</source>
        <translation>Die Namen auflisten, die am Cursor stehen können</translation>
    </message>
    <message>
        <source>Add &amp;next occurrence</source>
        <translation>&amp;Nächstes Vorkommen dazu</translation>
    </message>
    <message>
        <source>Select the word at the cursor, then its next occurrence as well, to type into all of them</source>
        <translation>Das Wort am Cursor wählen, dann sein nächstes Vorkommen dazu, um in alle zu schreiben</translation>
    </message>
    <message>
        <source>&amp;Next opportunity</source>
        <translation>&amp;Nächste Gelegenheit</translation>
    </message>
    <message>
        <source>Select the next finding</source>
        <translation>Den nächsten Befund wählen</translation>
    </message>
    <message>
        <source>&amp;Previous opportunity</source>
        <translation>&amp;Vorige Gelegenheit</translation>
    </message>
    <message>
        <source>Select the previous finding</source>
        <translation>Den vorigen Befund wählen</translation>
    </message>
    <message>
        <source>&amp;Why not here?</source>
        <translation>&amp;Warum hier nicht?</translation>
    </message>
    <message>
        <source>Show the finding at the cursor and its reason</source>
        <translation>Den Befund am Cursor und seinen Grund zeigen</translation>
    </message>
    <message>
        <source>&amp;Actions at the cursor</source>
        <translation>&amp;Aktionen am Cursor</translation>
    </message>
    <message>
        <source>What can be done at the cursor</source>
        <translation>Was am Cursor getan werden kann</translation>
    </message>
    <message>
        <source>Next pa&amp;ne</source>
        <translation>Nä&amp;chster Bereich</translation>
    </message>
    <message>
        <source>Move the focus to the next dock or editor</source>
        <translation>Den Fokus zum nächsten Bereich oder Editor bewegen</translation>
    </message>
    <message>
        <source>Previous pan&amp;e</source>
        <translation>V&amp;origer Bereich</translation>
    </message>
    <message>
        <source>Move the focus to the previous dock or editor</source>
        <translation>Den Fokus zum vorigen Bereich oder Editor bewegen</translation>
    </message>
    <message>
        <source>&amp;Analyse now</source>
        <translation>&amp;Jetzt analysieren</translation>
    </message>
    <message>
        <source>Analyse the file again (F5)</source>
        <translation>Die Datei noch einmal analysieren (F5)</translation>
    </message>
    <message>
        <source>&amp;Preview diff</source>
        <translation>&amp;Änderung ansehen</translation>
    </message>
    <message>
        <source>Show what the selected rewrite changes (F7)</source>
        <translation>Zeigen, was die gewählte Änderung ändert (F7)</translation>
    </message>
    <message>
        <source>&amp;Verify on CPU</source>
        <translation>Auf der CPU &amp;prüfen</translation>
    </message>
    <message>
        <source>Run original and rewrite on the CPU engine and compare (F8)</source>
        <translation>Original und Änderung auf der CPU-Maschine ausführen und vergleichen (F8)</translation>
    </message>
    <message>
        <source>Try variants of the kernel on the chosen target (F9)</source>
        <translation>Varianten des Kernels auf dem gewählten Ziel versuchen (F9)</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Write the change; one undo takes it back (Ctrl+Shift+Enter)</source>
        <translation>Die Änderung schreiben; einmal Rückgängig nimmt sie zurück (Strg+Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>&amp;Cancel what runs</source>
        <translation>Laufendes a&amp;bbrechen</translation>
    </message>
    <message>
        <source>Stop the analysis or verification that runs</source>
        <translation>Die laufende Analyse oder Prüfung anhalten</translation>
    </message>
    <message>
        <source>&amp;Run with checks</source>
        <translation>Mit &amp;Prüfungen ausführen</translation>
    </message>
    <message>
        <source>Run the program on the CPU engine and look for races and accesses out of bounds</source>
        <translation>Das Programm auf der CPU-Maschine ausführen und nach Wettläufen und Zugriffen außerhalb der Grenzen suchen</translation>
    </message>
    <message>
        <source>Set &amp;launch…</source>
        <translation>&amp;Start angeben…</translation>
    </message>
    <message>
        <source>Give the block and grid of the selected kernel where the source does not tell</source>
        <translation>Block und Gitter des gewählten Kernels angeben, wo der Quelltext sie nicht sagt</translation>
    </message>
    <message>
        <source>&amp;Observe launches…</source>
        <translation>Starts &amp;beobachten…</translation>
    </message>
    <message>
        <source>Run the program once on the CPU engine and see how its kernels are launched</source>
        <translation>Das Programm einmal auf der CPU-Maschine ausführen und sehen, wie seine Kernels gestartet werden</translation>
    </message>
    <message>
        <source>List findings of the &amp;file</source>
        <translation>Befunde der &amp;Datei auflisten</translation>
    </message>
    <message>
        <source>List the findings of the file in front only</source>
        <translation>Nur die Befunde der Datei vorn auflisten</translation>
    </message>
    <message>
        <source>List findings of the pro&amp;gram</source>
        <translation>Befunde des Pro&amp;gramms auflisten</translation>
    </message>
    <message>
        <source>List the findings of the program of the file in front</source>
        <translation>Die Befunde des Programms der Datei vorn auflisten</translation>
    </message>
    <message>
        <source>List findings of the pro&amp;ject</source>
        <translation>Befunde des Pro&amp;jekts auflisten</translation>
    </message>
    <message>
        <source>List the findings of all files</source>
        <translation>Die Befunde aller Dateien auflisten</translation>
    </message>
    <message>
        <source>Close p&amp;review</source>
        <translation>Vorschau sch&amp;ließen</translation>
    </message>
    <message>
        <source>Close the preview in front</source>
        <translation>Die Vorschau vorn schließen</translation>
    </message>
    <message>
        <source>&amp;Save patch…</source>
        <translation>&amp;Patch sichern…</translation>
    </message>
    <message>
        <source>Save the previewed change as a patch</source>
        <translation>Die angesehene Änderung als Patch sichern</translation>
    </message>
    <message>
        <source>&amp;Export report…</source>
        <translation>&amp;Bericht ausgeben…</translation>
    </message>
    <message>
        <source>Write findings, difference and verification as one HTML file</source>
        <translation>Befunde, Unterschied und Prüfung als eine HTML-Datei schreiben</translation>
    </message>
    <message>
        <source>&amp;Save session…</source>
        <translation>Sitzung &amp;sichern…</translation>
    </message>
    <message>
        <source>Keep findings and results in one file</source>
        <translation>Befunde und Ergebnisse in einer Datei behalten</translation>
    </message>
    <message>
        <source>&amp;Inline notes</source>
        <translation>&amp;Anmerkungen im Text</translation>
    </message>
    <message>
        <source>Show or hide the notes below code lines</source>
        <translation>Die Anmerkungen unter Codezeilen zeigen oder verbergen</translation>
    </message>
    <message>
        <source>&amp;All files in the project</source>
        <translation>&amp;Alle Dateien im Projekt</translation>
    </message>
    <message>
        <source>Show files without CUDA, too</source>
        <translation>Auch Dateien ohne CUDA zeigen</translation>
    </message>
    <message>
        <source>&amp;Close docks below</source>
        <translation>Bereiche unten s&amp;chließen</translation>
    </message>
    <message>
        <source>Close every dock below the editor</source>
        <translation>Jeden Bereich unter dem Editor schließen</translation>
    </message>
    <message>
        <source>Layout &amp;Edit</source>
        <translation>Anordnung B&amp;earbeiten</translation>
    </message>
    <message>
        <source>Project, editor, opportunities and evidence</source>
        <translation>Projekt, Editor, Gelegenheiten und Belege</translation>
    </message>
    <message>
        <source>Layout &amp;Measure</source>
        <translation>Anordnung &amp;Messen</translation>
    </message>
    <message>
        <source>The measuring page, with the room of all docks</source>
        <translation>Die Messseite, mit dem Platz aller Bereiche</translation>
    </message>
    <message>
        <source>Layout &amp;Graphs</source>
        <translation>Anordnung &amp;Graphen</translation>
    </message>
    <message>
        <source>Editor above, room for graphs below</source>
        <translation>Oben der Editor, unten Platz für Graphen</translation>
    </message>
    <message>
        <source>&amp;Reset layouts</source>
        <translation>Anordnungen &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Put every dock back where it was at first</source>
        <translation>Jeden Bereich dorthin setzen, wo er zuerst war</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Größer</translation>
    </message>
    <message>
        <source>Larger text everywhere</source>
        <translation>Überall größerer Text</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>&amp;Kleiner</translation>
    </message>
    <message>
        <source>Smaller text everywhere</source>
        <translation>Überall kleinerer Text</translation>
    </message>
    <message>
        <source>Theme: &amp;system</source>
        <translation>Farben: &amp;System</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Theme: &amp;light</source>
        <translation>Farben: &amp;hell</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helle Farben</translation>
    </message>
    <message>
        <source>Theme: &amp;dark</source>
        <translation>Farben: &amp;dunkel</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkle Farben</translation>
    </message>
    <message>
        <source>Theme: &amp;high contrast</source>
        <translation>Farben: hoher &amp;Kontrast</translation>
    </message>
    <message>
        <source>High-contrast theme</source>
        <translation>Farben mit hohem Kontrast</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>Fonts, theme, GPU, compiler flags, include folders, passes, trusted folders</source>
        <translation>Schriften, Farben, GPU, Schalter des Übersetzers, Include-Ordner, Durchgänge, vertraute Ordner</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>All commands with their keys</source>
        <translation>Alle Befehle mit ihren Tasten</translation>
    </message>
    <message>
        <source>&amp;Help for the selected pass</source>
        <translation>&amp;Hilfe zum gewählten Durchgang</translation>
    </message>
    <message>
        <source>What the pass of the selected finding does</source>
        <translation>Was der Durchgang des gewählten Befunds tut</translation>
    </message>
    <message>
        <source>&amp;About Warpwright</source>
        <translation>Ü&amp;ber Warpwright</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Version und Lizenzen</translation>
    </message>
    <message>
        <source>A&amp;ccessibility</source>
        <translation>&amp;Barrierefreiheit</translation>
    </message>
    <message>
        <source>What can be done by key, what is spoken, and how the window can look</source>
        <translation>Was mit Tasten geht, was gesprochen wird und wie das Fenster aussehen kann</translation>
    </message>
    <message>
        <source>&amp;Your own variant…</source>
        <translation>&amp;Eigene Variante…</translation>
    </message>
    <message>
        <source>Edit a copy of the kernel, and have it verified and measured beside the variants found</source>
        <translation>Eine Kopie des Kernels bearbeiten und sie neben den gefundenen Varianten prüfen und messen lassen</translation>
    </message>
    <message>
        <source>Spl&amp;it editor</source>
        <translation>Editor te&amp;ilen</translation>
    </message>
    <message>
        <source>A second pane beside the text, for the same file or another one</source>
        <translation>Ein zweites Teilfenster neben dem Text, für dieselbe Datei oder eine andere</translation>
    </message>
    <message>
        <source>Apply to a new &amp;branch…</source>
        <translation>Auf einen neuen &amp;Zweig anwenden…</translation>
    </message>
    <message>
        <source>Commit the previewed change to a new branch; your files stay as they are</source>
        <translation>Die gezeigte Änderung auf einem neuen Zweig festhalten; Ihre Dateien bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>&amp;Compare with another session…</source>
        <translation>Mit anderer Sitzung &amp;vergleichen…</translation>
    </message>
    <message>
        <source>What another session measured, kernel by kernel, beside what this one did</source>
        <translation>Was eine andere Sitzung maß, Kernel für Kernel, neben dem, was diese maß</translation>
    </message>
    <message>
        <source>&amp;Profile the program…</source>
        <translation>Das Programm &amp;profilieren…</translation>
    </message>
    <message>
        <source>Run the compiled program on this computer&apos;s GPU and see which kernels take the time</source>
        <translation>Das übersetzte Programm auf der GPU dieses Rechners ausführen und sehen, welche Kernel die Zeit brauchen</translation>
    </message>
    <message>
        <source>Open a pro&amp;file…</source>
        <translation>Pro&amp;fil öffnen…</translation>
    </message>
    <message>
        <source>Kernels by their time, and launches and copies along time, of a profile that was kept</source>
        <translation>Kernel nach ihrer Zeit und Starts und Kopien entlang der Zeit, von einem aufgehobenen Profil</translation>
    </message>
    <message>
        <source>&amp;Note on the finding…</source>
        <translation>&amp;Notiz zum Befund…</translation>
    </message>
    <message>
        <source>Write down what you think of the selected finding; the session keeps it</source>
        <translation>Schreiben Sie auf, was Sie vom gewählten Befund halten; die Sitzung behält es</translation>
    </message>
</context>
<context>
    <name>warpwright::views::Checking</name>
    <message>
        <source>Running with checks: %1</source>
        <translation>Mit Prüfungen läuft: %1</translation>
    </message>
</context>
<context>
    <name>warpwright::views::Tracing</name>
    <message>
        <source>Tracing: %1</source>
        <translation>Wird verfolgt: %1</translation>
    </message>
</context>
<context>
    <name>warpwright::views::Weighing</name>
    <message>
        <source>Weighing loads: %1</source>
        <translation>Ladezugriffe werden abgewogen: %1</translation>
    </message>
</context>
</TS>
