import type { AppletDraft, DraftChange, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { changesBetween } from './draft-diff.ts'
import { missingSecrets } from './secret-changes.ts'
import { addChange, foldChanges } from './fold-changes.ts'

/*
 *              change                 600 ms, or at once          answered
 *   saved ──────────────▶ waiting ───────────────────▶ saving ──────────────▶ saved, or waiting for what came since
 *                            ▲                            ├─ unanswered ─▶ offline, retrying: the same changes again
 *                            │                            ├─ refused ────▶ refused: the next change sends all again
 *                            └──── keep mine ◀─ conflict ◀┤
 *   saved ◀──────────────────────── take theirs ◀─┘       └─ signed_out, deleted
 */
export type SaveState =
  | { kind: 'saved' | 'waiting' | 'saving' | 'offline' | 'retrying' | 'signed_out' | 'deleted' }
  | { kind: 'conflict'; theirs: DraftView }
  | { kind: 'refused'; message: string }

/** Why changes are not saved, by the answer to their call. */
export type SaveFailure =
  | { kind: 'offline' | 'retrying' | 'signed_out' | 'deleted' }
  | { kind: 'conflict'; theirs: DraftView }
  | { kind: 'refused'; message: string }

export type DraftState = {
  /** As the server said last. */
  base: DraftView
  /** On their way, or sent without an answer. They are sent again as they are, so that the server's version tells. */
  sent: readonly DraftChange[]
  waiting: readonly DraftChange[]
  /** Secrets that are nowhere now, as "{step's key}.{field}": their fields say so until they are typed again. */
  lostSecrets: readonly string[]
  save: SaveState
}

export type DraftEvent =
  | { type: 'changed'; change: DraftChange }
  | { type: 'sending' }
  | { type: 'answered'; draft: DraftView }
  | { type: 'failed'; failure: SaveFailure }
  /** The same draft as it is now, while nothing waits here. */
  | { type: 'read'; draft: DraftView }
  /** Changes that an earlier page kept in this browser. */
  | {
      type: 'found'
      sent: readonly DraftChange[]
      waiting: readonly DraftChange[]
      lostSecrets: readonly string[]
      conflict: boolean
    }
  /** A removed part is back: the draft as it was before. */
  | { type: 'restored'; doc: AppletDraft }
  | { type: 'tookTheirs' }
  | { type: 'keptMine' }
  /** A draft that was refused or deleted is begun again as a draft of its own. */
  | { type: 'began'; empty: DraftView }

export function beginState(base: DraftView): DraftState {
  return { base, sent: [], waiting: [], lostSecrets: [], save: { kind: 'saved' } }
}

export function draftReducer(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'changed': {
      const save: SaveState = RESTS.includes(state.save.kind) ? { kind: 'waiting' } : state.save
      const lostSecrets = state.lostSecrets.filter((each) => !secretsSetBy(event.change).includes(each))
      return { ...state, waiting: addChange(state.waiting, event.change), lostSecrets, save }
    }
    case 'sending':
      return state.sent.length > 0
        ? { ...state, save: { kind: 'saving' } }
        : { ...state, sent: state.waiting, waiting: [], save: { kind: 'saving' } }
    case 'answered':
      return rested({ ...state, base: event.draft, sent: [] })
    case 'failed':
      return afterFailure(state, event.failure)
    case 'read':
      // A save may have overtaken what was asked before it.
      return isPending(state) || event.draft.version < state.base.version
        ? state
        : { ...beginState(event.draft), lostSecrets: state.lostSecrets }
    case 'found': {
      const { sent, waiting, lostSecrets } = event
      const found = rested({ ...state, sent, waiting: [...waiting, ...state.waiting], lostSecrets })
      return event.conflict ? { ...found, save: { kind: 'conflict', theirs: state.base } } : found
    }
    case 'restored':
      return changesBetween(docOf(state), event.doc).reduce<DraftState>(
        (known, change) => draftReducer(known, { type: 'changed', change }),
        { ...state, lostSecrets: missingSecrets(docOf(state), event.doc) },
      )
    case 'tookTheirs':
      return state.save.kind === 'conflict' ? beginState(state.save.theirs) : state
    case 'keptMine':
      return state.save.kind === 'conflict' ? rebase(state, state.save.theirs) : state
    case 'began':
      return rebase(state, event.empty)
  }
}

function secretsSetBy(change: DraftChange): string[] {
  return change.kind === 'set_fields' ? Object.keys(change.fields).map((slug) => `${change.key}.${slug}`) : []
}

/** Keeps what is shown here, as changes of the server's other draft. */
function rebase(state: DraftState, base: DraftView): DraftState {
  const doc = docOf(state)
  const waiting = changesBetween(base.doc, doc)
  return rested({ ...state, base, sent: [], waiting, lostSecrets: missingSecrets(base.doc, doc) })
}

/** From these a change waits to be sent; in the others the user or the network is asked first. */
const RESTS: readonly SaveState['kind'][] = ['saved', 'waiting', 'refused']

function rested(state: DraftState): DraftState {
  return { ...state, save: { kind: state.waiting.length > 0 ? 'waiting' : 'saved' } }
}

function afterFailure(state: DraftState, failure: SaveFailure): DraftState {
  switch (failure.kind) {
    case 'offline':
    case 'retrying':
      return { ...state, save: failure }
    case 'signed_out':
    case 'deleted':
    case 'conflict':
      return unsent(state, failure)
    case 'refused':
      // A change that came meanwhile may have corrected it.
      return unsent(state, state.waiting.length > 0 ? { kind: 'waiting' } : failure)
  }
}

/** Nothing of what was sent was saved. */
function unsent(state: DraftState, save: SaveState): DraftState {
  return { ...state, sent: [], waiting: state.waiting.reduce(addChange, [...state.sent]), save }
}

/** Whether there are changes that the server is not known to have. */
export function isPending({ sent, waiting }: DraftState): boolean {
  return sent.length + waiting.length > 0
}

/** The draft as its author sees it: what the server has, and what it does not have yet. */
export function docOf({ base, sent, waiting }: DraftState): AppletDraft {
  return foldChanges(base.doc, [...sent, ...waiting])
}
