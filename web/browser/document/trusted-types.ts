/** Only our own code makes these texts: data that React writes, answers of our hosts, addresses in our sources. */
type Policy = {
  createHTML(text: string): TrustedHTML
  createScript(text: string): string
  createScriptURL(url: string): string
}
type Factory = { createPolicy(name: string, rules: Record<keyof Policy, (text: string) => string>): Policy }

/**
 * The one policy of our pages: no other text becomes a script or HTML. Without it, on the server and in browsers
 * that have none, texts stay as they are.
 */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('app', {
  createHTML: unchanged,
  createScript: unchanged,
  createScriptURL: unchanged,
})

function unchanged(text: string): string {
  return text
}

export function trustedHtml(text: string): TrustedHTML | string {
  return policy ? policy.createHTML(text) : text
}

/** A `TrustedScript`; the platform's types want a string. */
export function trustedScript(text: string): string {
  return policy ? policy.createScript(text) : text
}

/** A `TrustedScriptURL`; the platform's types want a string. The page's policy says from which hosts scripts come. */
export function trustedScriptUrl(url: string): string {
  return policy ? policy.createScriptURL(url) : url
}
