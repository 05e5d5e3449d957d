import { REQUESTED_WITH } from '../../../worker/contract/shared/requested-with.ts'
import { leaveFlash } from '../storage/flash-cookie.ts'
import { sessionStore, type Store } from '../storage/storage.ts'
import { giveBackTyped, keepTyped } from './typed-fields.ts'

const RELOADED = 'The page was reloaded. Please try again.'

/** The storage key of what the page was left for last. */
const LEFT = 'left-version'

/** `files`: the page's own. `part`: the one that failed to load; undefined the first time. */
type Ports = {
  files: readonly string[]
  part: string | undefined
  statusOf: typeof askStatus
  store: Store
  leave: () => void
}

/**
 * Handles a part of the page that failed to load. The page reloads, at most once for each part and version to avoid a
 * loop, if its own files are gone, because the site has a new version then, or if the part is there: some browsers never
 * ask again for a module that failed once. Otherwise the caller reports the missing part.
 */
export async function onLostPart({ files, part, statusOf, store, leave }: Ports): Promise<boolean> {
  const lost = [...files, part].join(' ')
  const [found, ...own] = await Promise.all([part, ...files].map((file) => file && statusOf(file)))
  if (found !== 200 && !own.includes(404)) return false
  // Read last: a press is several tries at once.
  if (store.read(LEFT) === lost) return false
  store.write(LEFT, lost)
  leave()
  return true
}

/** 0 without an answer. File names contain a content hash, so a new version has new names. */
async function askStatus(file: string): Promise<number> {
  const answer = await fetch(file, { method: 'HEAD', headers: REQUESTED_WITH, cache: 'no-store' }).catch(() => null)
  return answer?.status ?? 0
}

/** Restores what was typed before a reload, and listens for parts that fail to load. `file`: the page's module. */
export function watchForNewVersion(file: string): void {
  giveBackTyped()
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const files = [file, ...(entry ? [entry.src] : [])]
  let last: string | undefined
  window.addEventListener('vite:preloadError', ({ payload: { message } }) => {
    // The message, which names the part, is the same each time.
    const part = message === last ? /http\S+/.exec(message)?.[0] : undefined
    last = message
    void onLostPart({
      files,
      part,
      statusOf: askStatus,
      store: sessionStore,
      leave: reloadPage,
    })
  })
}

function reloadPage() {
  keepTyped()
  leaveFlash({ type: 'info', message: RELOADED })
  window.location.reload()
}
