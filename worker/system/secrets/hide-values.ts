/** Stands where a secret was. */
export const HIDDEN = '••••'
/** Shorter ones would hide ordinary words. */
const SHORTEST = 4
/** A part of an address that is as long as this is a secret of its own. */
const LONG_PART = 16

/** Takes secret values out of a text, however an address or an answer spells them. */
export function hideValues(text: string, secrets: readonly string[]): string {
  return spellingsOf(secrets).reduce((shown, spelling) => shown.replaceAll(spelling, HIDDEN), text)
}

/** The same in all texts of an answer, in place. */
export function hideValuesIn(answer: object, secrets: readonly string[]): void {
  const spellings = spellingsOf(secrets)
  if (spellings.length > 0) hideSpellings(answer, spellings)
}

function hideSpellings(answer: object, spellings: readonly string[]): void {
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'object' && value !== null) hideSpellings(value, spellings)
    if (typeof value !== 'string' || !spellings.some((spelling) => value.includes(spelling))) continue
    const shown = spellings.reduce((text, spelling) => text.replaceAll(spelling, HIDDEN), value)
    Reflect.set(answer, name, shown)
  }
}

/** The longest first, so that no part of one stays. */
function spellingsOf(secrets: readonly string[]): string[] {
  const spelled = secrets
    .flatMap((secret) => [secret, ...addressParts(secret)])
    .flatMap((text) => {
      const encoded = encodeURIComponent(text.toWellFormed())
      const asForm = new URLSearchParams([['', text]]).toString().slice(1)
      return [
        text,
        encoded,
        encodeURI(text.toWellFormed()),
        asForm,
        encoded.replaceAll(/%../g, (hex) => hex.toLowerCase()),
      ]
    })
  return [...new Set(spelled)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length)
}

/** Finds the parts of a secret address that a service may repeat: its path, and the long parts of it. */
function addressParts(secret: string): string[] {
  if (!/^https?:/i.test(secret) || !URL.canParse(secret)) return []
  const { pathname } = new URL(secret)
  return [pathname, ...pathname.split('/')].filter(({ length }) => length >= LONG_PART)
}
