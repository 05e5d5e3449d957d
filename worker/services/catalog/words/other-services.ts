/** Services that people often ask for. Where one is not in the catalog, no other service does what they ask of it. */
export const OTHER_SERVICES =
  'airbnb, alexa, amazon, apple calendar, apple health, apple music, apple reminders, asana, basecamp, bitbucket, bitcoin, calendly, canva, clickup, coinbase, deezer, doordash, dropbox, duolingo, ebay, etsy, evernote, facebook, feedly, figma, fitbit, flickr, garmin, goodreads, google drive, google home, google keep, google photos, google tasks, gumroad, hubspot, icloud, instagram, instapaper, jira, kickstarter, linkedin, mailchimp, microsoft to do, myfitnesspal, netflix, onedrive, onenote, oura, outlook, patreon, paypal, peloton, pinterest, quickbooks, reddit, salesforce, shopify, skype, snapchat, soundcloud, spotify, squarespace, strava, stripe, sms, substack, tesla, tiktok, tumblr, twitch, twitter, uber, venmo, viber, vimeo, wechat, whatsapp, withings, xero, youtube, zapier, zendesk, tweets, zoom'.split(
    ', ',
  )

/** Stands for the name of any of them. */
export const OTHER_SERVICE = '#'

/** Whether the word names a service, of the catalog or not: their stems all begin so. */
export function isServiceName({ stems }: { stems: readonly string[] }): boolean {
  return stems.some((each) => each.startsWith(OTHER_SERVICE))
}

export function isOtherService(word: { stems: readonly string[] } | undefined): boolean {
  return word?.stems.includes(OTHER_SERVICE) ?? false
}
