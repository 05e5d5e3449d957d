import { Button } from '../../ui/button/button.tsx'
import { signInAgain } from '../../site/session/sign-in-again.ts'
import type { SaveState } from './draft-state.ts'
import './save-status.css'

type Props = {
  save: SaveState
  updatedAt: number | null
  timeZone: string
  onTakeTheirs: () => void
  onKeepMine: () => void
  onBeginAgain: () => void
}

/** Whether the server has everything. Where it has not, it stays in sight of what is typed, with the author's choice. */
export function SaveStatus(props: Props) {
  const { kind } = props.save
  const isCalm = kind === 'saved' || kind === 'waiting' || kind === 'saving'
  return (
    <div className={isCalm ? 'save-status' : 'save-status unsaved'}>
      <output>{statusWords(props)}</output>
      <SaveAlert {...props} />
    </div>
  )
}

/** What can wait for the end of a sentence; nothing where an alert says it. */
function statusWords({ save: { kind }, updatedAt, timeZone }: Props): string | null {
  switch (kind) {
    case 'saved':
      return updatedAt === null
        ? 'No changes to save yet.'
        : `Draft saved at ${new Date(updatedAt).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone })}`
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'offline':
      return 'You are offline. Your changes are kept in this browser.'
    case 'retrying':
      return 'Not saved yet. Your changes are kept in this browser, and we keep trying.'
    case 'signed_out':
    case 'deleted':
    case 'refused':
    case 'conflict':
      return null
  }
}

/** Why saving stopped, and the author's choice before it continues. */
function SaveAlert({ save, onTakeTheirs, onKeepMine, onBeginAgain }: Props) {
  switch (save.kind) {
    case 'conflict':
      return (
        <div role="alert">
          <p>This draft was changed in another tab or on another device.</p>
          <div className="actions">
            <Button size="small" onClick={onKeepMine}>
              Keep mine
            </Button>
            <Button kind="secondary" size="small" onClick={onTakeTheirs}>
              Take theirs
            </Button>
          </div>
        </div>
      )
    case 'signed_out':
      return (
        <div role="alert">
          <p>You are signed out. Your changes are kept in this browser.</p>
          <Button size="small" onClick={signInAgain}>
            Sign in again
          </Button>
        </div>
      )
    case 'deleted':
      return (
        <div role="alert">
          <p>This draft was deleted, or it was finished elsewhere. What you see is kept here.</p>
          <Button size="small" onClick={onBeginAgain}>
            Save it as a new draft
          </Button>
        </div>
      )
    case 'refused':
      return (
        <div role="alert">
          <p>{save.message}</p>
        </div>
      )
    case 'saved':
    case 'waiting':
    case 'saving':
    case 'offline':
    case 'retrying':
      return null
  }
}
