#pragma once

class QCoreApplication;

/// The window in the language of the desktop, where it was translated; else in English.
void installTranslations(QCoreApplication& application);
