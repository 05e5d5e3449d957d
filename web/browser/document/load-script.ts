import { trustedScriptUrl } from './trusted-types.ts'

/** Loads a script from another origin that the page's policy allows. Rejects if it is blocked or unreachable. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = trustedScriptUrl(src)
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error(`This script could not be loaded: ${src}`))
    })
    document.head.append(element)
  })
}
