import { upcastChange } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { randomId } from '../../browser/device/random-id.ts'
import { userStateKey } from '../../browser/storage/saved-page-state.ts'
import { localStore, sessionStore } from '../../browser/storage/storage.ts'
import { hasChanges } from './fold-changes.ts'
import type { DraftEvent, DraftState } from './draft-state.ts'
import { secretsIn, withoutSecrets } from './secret-changes.ts'

/** The unsaved changes of one tab, and the version that they change; of secrets only which fields have them. */
type Kept = {
  version: number
  sent: DraftChange[]
  waiting: DraftChange[]
  sentSecrets: string[]
  waitingSecrets: string[]
}

/**
 * Keeps a draft's unsaved changes in this browser, for each tab, until the server has them. `draft` is its id, or what
 * a new one begins with.
 */
export class KeptChanges {
  readonly #userId: string
  #draft: number | string

  constructor(userId: string, draft: number | string) {
    this.#userId = userId
    this.#draft = draft
  }

  /** Keeps what waits; forgets all once nothing does. Secrets stay in the page, because others can read the storage. */
  keep({ base, sent, waiting }: DraftState): void {
    const kept: Kept = {
      version: base.version,
      sent: withoutSecrets(sent, base.steps),
      waiting: withoutSecrets(waiting, base.steps),
      sentSecrets: secretsIn(sent, base.steps),
      waitingSecrets: secretsIn(waiting, base.steps),
    }
    const key = this.#prefix() + tabId()
    if (sent.length + waiting.length === 0) localStore.remove(key)
    else localStore.write(key, JSON.stringify(kept))
  }

  /** The draft has an id now, and what this tab keeps belongs to it. */
  nameDraft(id: number): void {
    localStore.remove(this.#prefix() + tabId())
    this.#draft = id
  }

  /**
   * Hands over the changes that tabs kept of this draft, as the event that brings them back; null where the server has
   * it all. `conflict`: the server's version is another than the one that was changed.
   */
  take(draft: DraftView): Omit<DraftEvent & { type: 'found' }, 'type'> | null {
    const found = localStore
      .keys(this.#prefix())
      .map((key) => readKept(localStore.read(key) ?? ''))
      .filter((kept) => kept !== null)
    localStore.removeAll(this.#prefix())
    const unsaved = found
      // The answer was lost, not the save.
      .map((kept) => (isSaved(kept, draft) ? { ...kept, version: kept.version + 1, sent: [], sentSecrets: [] } : kept))
    const changed = unsaved.filter(({ sent, waiting }) => !hasChanges(draft.doc, [...sent, ...waiting]))
    const lostSecrets = unsaved.flatMap(({ sentSecrets, waitingSecrets }) => [...sentSecrets, ...waitingSecrets])
    if (changed.length === 0 && lostSecrets.length === 0) return null
    return {
      sent: [],
      waiting: changed.flatMap(({ sent, waiting }) => [...sent, ...waiting]),
      lostSecrets,
      conflict: changed.some(({ version }) => version !== draft.version),
    }
  }

  #prefix(): string {
    return `${userStateKey(`draft-${this.#draft}`, this.#userId)}:`
  }
}

function isSaved({ version, sent }: Kept, draft: DraftView): boolean {
  return sent.length > 0 && version < draft.version && hasChanges(draft.doc, sent)
}

/** Anyone can write to storage, so it may hold anything. */
function readKept(text: string): Kept | null {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    if (typeof kept?.version !== 'number' || !Array.isArray(kept.sent) || !Array.isArray(kept.waiting)) return null
    const { version, sent, waiting, sentSecrets = [], waitingSecrets = [] } = kept
    return {
      version,
      sent: sent.map(upcastChange),
      waiting: waiting.map(upcastChange),
      sentSecrets,
      waitingSecrets,
    }
  } catch {
    return null
  }
}

const TAB = 'tab'

/** Names this tab for as long as it is open, reloads included. */
function tabId(): string {
  const known = sessionStore.read(TAB) ?? randomId()
  sessionStore.write(TAB, known)
  return known
}
