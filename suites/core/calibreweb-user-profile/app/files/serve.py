"""Start the application without ImageMagick, which it does not need for reading."""

import sys

# Looking for the missing library takes a second, and is done at six places of the application.
sys.modules["wand"] = None

from calibreweb import main  # noqa: E402

sys.exit(main())
