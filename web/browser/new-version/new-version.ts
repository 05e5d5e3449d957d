import { leaveFlash } from '../storage/flash-cookie.ts'
import { sessionStore, type Store } from '../storage/storage.ts'
import { giveBackTyped, keepTyped } from './typed-fields.ts'

const NEW_VERSION = 'This page has a new version. Please try again.'

/** The storage key of the version that was left last. */
const LEFT = 'left-version'

type Ports = { files: readonly string[]; fetch: typeof fetch; store: Store; leave: () => void }

/**
 * Handles a part of the page that failed to load. If the page's own files are missing too, the site has a new version, and
 * the page reloads, at most once per version to avoid a loop. Otherwise the caller reports the missing part.
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

/** File names contain a content hash, so a new version has new names. */
async function isGone(file: string, ask: typeof fetch): Promise<boolean> {
  try {
    return (await ask(file, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

/** Restores what was typed before a reload, and listens for parts that fail to load. `file`: the page's module. */
export function watchForNewVersion(file: string): void {
  giveBackTyped()
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const files = [file, ...(entry ? [entry.src] : [])]
  window.addEventListener('vite:preloadError', () => {
    void onLostPart({ files, fetch: (input, init) => fetch(input, init), store: sessionStore, leave: reloadPage })
  })
}

function reloadPage() {
  keepTyped()
  leaveFlash({ type: 'info', message: NEW_VERSION })
  window.location.reload()
}
