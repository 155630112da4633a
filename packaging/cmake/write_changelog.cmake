# The changelog that Debian wants of a package: cmake -DPACKAGE=… -DVERSION=… -DMAINTAINER=… -DOUTPUT=… -P …
# The time is that of SOURCE_DATE_EPOCH where it is set.
string(TIMESTAMP when "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${OUTPUT}
"${PACKAGE} (${VERSION}) unstable; urgency=medium

  * What a user sees change is in CHANGELOG.md of the source.

 -- ${MAINTAINER}  ${when}
")
execute_process(COMMAND gzip -9nkf ${OUTPUT})
