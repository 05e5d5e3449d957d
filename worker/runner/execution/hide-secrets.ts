import { isSealedSecret } from '../../secrets/field-secret.ts'

const HIDDEN = '••••'
/** Shorter ones would hide ordinary words. */
const SHORTEST = 4

/** Takes opened secrets out of what a service answered, such as an address that it repeats in an error. */
export function hideSecrets(text: string, fields: Record<string, string>, opened: Record<string, string>): string {
  const secrets = Object.keys(fields).flatMap((slug) => {
    const value = opened[slug]
    return isSealedSecret(fields[slug] ?? '') && value !== undefined && value.length >= SHORTEST ? [value] : []
  })
  const spellings = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
  return spellings.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
}

/** A step's input as pages may show it. */
export function shownValue(value: string): string {
  return isSealedSecret(value) ? HIDDEN : value
}
