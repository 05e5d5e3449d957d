/** Services that people often ask for. Where one is not in the catalog, no other service does what they ask of it. */
export const OTHER_SERVICES =
  'airtable, alexa, amazon, asana, bitcoin, clickup, coinbase, dropbox, etsy, evernote, facebook, fitbit, flickr, garmin, google calendar, google drive, google photos, google tasks, hubspot, icloud, instagram, jira, linkedin, microsoft to do, netflix, onedrive, onenote, outlook, paypal, pinterest, reddit, salesforce, shopify, snapchat, soundcloud, spotify, strava, tesla, tiktok, trello, tumblr, twitch, twitter, uber, vimeo, wechat, whatsapp, wordpress, youtube, zoom'.split(
    ', ',
  )

/** Stands for the name of any of them. */
export const OTHER_SERVICE = '#'

export function isOtherService(word: { stems: readonly string[] } | undefined): boolean {
  return word?.stems.includes(OTHER_SERVICE) ?? false
}
