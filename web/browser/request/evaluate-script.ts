import { trustedScript } from '../document/trusted-types.ts'

/**
 * Runs a script-typed answer (§7) as a script element with the document's own nonce, never through eval. A document without
 * a nonce (a cached page) runs nothing, because its policy forbids it.
 */
export function evaluateScript(script: string): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (!nonce) return
  const element = document.createElement('script')
  element.nonce = nonce
  element.textContent = trustedScript(script)
  document.head.append(element)
  element.remove()
}

/** Whether this is the page's own host, or one of two that the operator may name in <meta name="script-hosts">. */
export function isOwnHost(url: string): boolean {
  const named = document.querySelector<HTMLMetaElement>('meta[name="script-hosts"]')?.content.split(' ') ?? []
  return URL.canParse(url) && [location.host, ...named.slice(0, 2)].includes(new URL(url).host)
}
