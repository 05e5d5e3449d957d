/** Why a version is not taken before its user has agreed to each place where data newly goes. */
export const PLACES_UNSEEN = 'Data would go somewhere new. Confirm each place, or cancel.'

/** Why it is not connected by someone who was shown another one. */
export const VERSION_CHANGED = 'Its author has changed this Applet. Read what it does now, then connect it.'
