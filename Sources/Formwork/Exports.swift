// Calendar dates and exact decimals are part of what a form's record may hold.
@_exported public import Groundwork
