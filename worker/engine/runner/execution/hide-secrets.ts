import { HIDDEN, hideValues } from '../../../system/secrets/hide-values.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'

/** Takes opened secrets out of what a service answered, such as an address that it repeats in an error. */
export function hideSecrets(text: string, fields: Record<string, string>, opened: Record<string, string>): string {
  const secrets = Object.keys(fields).flatMap((slug) => {
    const value = opened[slug]
    return isSealedSecret(fields[slug] ?? '') && value !== undefined ? [value] : []
  })
  return hideValues(text, secrets)
}

/** A step's input as pages may show it. */
export function shownValue(value: string): string {
  return isSealedSecret(value) ? HIDDEN : value
}
