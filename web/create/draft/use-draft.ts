import { useEffect, useState } from 'react'
import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { DraftView, FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import type { DraftOrigin } from '../../browser/api/draft-calls.ts'
import { replaceAddress } from '../../browser/navigation/shown-address.ts'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { DraftSaver } from './draft-saver.ts'
import type { SaveState } from './draft-state.ts'
import { showDraft, stepName, type ShownDraft } from './shown-draft.ts'
import { rowInAddress } from './use-open-row.ts'

/** The calls that the page has for its draft; `DraftSaver` says what each does. */
type DraftCalls = Pick<
  DraftSaver,
  'change' | 'restore' | 'show' | 'reread' | 'check' | 'flush' | 'store' | 'takeTheirs' | 'keepMine' | 'beginAgain'
>

export type DraftOfPage = DraftCalls & {
  /** With the changes that the server does not have yet. */
  draft: ShownDraft
  save: SaveState
  /** Puts a found step into this place: a key of the draft is replaced, another one is added. */
  chooseStep: (found: FoundDraftStep, key: string) => void
  /** The draft as the server has it. */
  saved: () => DraftView
}

/** The page's draft: each change shows at once and is saved automatically. */
export function useDraft(draft: DraftView, origin: DraftOrigin, userId: string): DraftOfPage {
  const [saver] = useState(() => new DraftSaver({ draft, origin, userId, onStored: nameAddress }))
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundDraftStep>>(new Map())
  const state = useExternalStore(saver)
  useEffect(() => saver.start(), [saver])
  const { change, restore, show, reread, check, flush, store, takeTheirs, keepMine, beginAgain } = saver
  return {
    draft: showDraft(state, chosen),
    save: state.save,
    change,
    chooseStep(found, key) {
      const { kind: step, module_name, slug } = found
      setChosen((known) => new Map(known).set(stepName(step, found), found))
      change({ kind: 'choose_step', step, key, module_name, slug })
    },
    restore,
    show,
    reread,
    check,
    flush,
    store,
    saved: () => saver.get().base,
    takeTheirs,
    keepMine,
    beginAgain,
  }
}

/** The page keeps its open row and its focus; only its address says now which draft it is. */
function nameAddress(id: number): void {
  replaceAddress(draftPath(id, rowInAddress()))
}
