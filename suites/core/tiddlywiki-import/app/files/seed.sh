#!/bin/sh
# A wiki with a server, a front page and one note.
set -e
node /workspace/product/tiddlywiki.js /srv/state/wiki --init server
mkdir -p /srv/state/wiki/tiddlers
printf 'title: Allotment\ntags: home\n\nThe notebook of plot 14.\n' > /srv/state/wiki/tiddlers/allotment.tid
printf 'title: Compost\n\nTurned in April.\n' > /srv/state/wiki/tiddlers/compost.tid
printf 'title: $:/DefaultTiddlers\n\nAllotment\n' > '/srv/state/wiki/tiddlers/default.tid'
