import { Button } from '../../ui/button/button.tsx'
import { signInAgain } from '../../site/session/sign-in-again.ts'
import type { SaveState } from './draft-state.ts'
import '../../ui/notice.css'

type StatusProps = { save: SaveState; updatedAt: number | null; timeZone: string }

/** Whether the server has everything, in a few words. */
export function SaveStatus({ save, updatedAt, timeZone }: StatusProps) {
  return <output className="save-status">{statusWords(save, updatedAt, timeZone)}</output>
}

function statusWords({ kind }: SaveState, updatedAt: number | null, timeZone: string): string {
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
      return 'Not saved. Your changes are kept in this browser.'
  }
}

type NoticeProps = { save: SaveState; onTakeTheirs: () => void; onKeepMine: () => void; onBeginAgain: () => void }

/** The author's choice before saving continues. */
export function SaveNotice({ save, onTakeTheirs, onKeepMine, onBeginAgain }: NoticeProps) {
  switch (save.kind) {
    case 'conflict':
      return (
        <div className="notice-box" role="alert">
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
        <div className="notice-box" role="alert">
          <p>You are signed out. Your changes are kept in this browser.</p>
          <Button size="small" onClick={signInAgain}>
            Sign in again
          </Button>
        </div>
      )
    case 'deleted':
      return (
        <div className="notice-box" role="alert">
          <p>This draft was deleted, or it was finished elsewhere. What you see is kept here.</p>
          <Button size="small" onClick={onBeginAgain}>
            Save it as a new draft
          </Button>
        </div>
      )
    case 'refused':
      return (
        <div className="notice-box" role="alert">
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
