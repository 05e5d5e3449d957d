import { leaveFlash } from '../storage/flash-cookie.ts'
import { sessionStore, type Store } from '../storage/storage.ts'
import { giveBackTyped, keepTyped } from './typed-fields.ts'

const NEW_VERSION = 'This page has a new version. Please try again.'

/** The version of a page that was left for the one after it. */
const LEFT = 'left-version'

type Ports = { files: readonly string[]; fetch: typeof fetch; store: Store; leave: () => void }

/**
 * What to do when a part of the page can not be loaded: where its own files are gone from the server too, the site has a
 * new version, and the page is loaded anew; once for each version, so that it never goes round. Without a
 * network, or with one part missing, whoever asked for the part says so.
 */
export async function onLostPart({ files, fetch, store, leave }: Ports): Promise<boolean> {
  const version = files.join(' ')
  if (store.read(LEFT) === version) return false
  const gone = await Promise.all(files.map((file) => isGone(file, fetch)))
  if (!gone.includes(true)) return false
  store.write(LEFT, version)
  leave()
  return true
}

/** A file's name holds what is in it, so a new version of it has another one. */
async function isGone(file: string, ask: typeof fetch): Promise<boolean> {
  try {
    return (await ask(file, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

/** For the page of this file: what was typed before it was loaded anew is there again, and lost parts are listened for. */
export function watchForNewVersion(file: string): void {
  giveBackTyped()
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const files = [file, ...(entry ? [entry.src] : [])]
  window.addEventListener('vite:preloadError', () => {
    void onLostPart({ files, fetch: (input, init) => fetch(input, init), store: sessionStore, leave: loadAnew })
  })
}

function loadAnew() {
  keepTyped()
  leaveFlash({ type: 'info', message: NEW_VERSION })
  window.location.reload()
}
