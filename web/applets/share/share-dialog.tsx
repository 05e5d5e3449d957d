import { useEffect, useEffectEvent, useRef } from 'react'
import { appletPath } from '../../../worker/contract/addresses.ts'
import { appletWord, type Applet } from '../../../worker/contract/applets/applet.ts'
import { pushModalHistoryEntry, type ModalHistoryEntry } from '../../browser/navigation/modal-history-entry.ts'
import { absoluteAddress } from '../../browser/navigation/page-address.ts'
import { hasShareSheet, openShareSheet } from '../../browser/device/share-sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { ShareMark } from './share-mark.tsx'
import { SHARE_KINDS, shareTarget, type Shared } from './share-targets.ts'
import './share-dialog.css'

type Props = { applet: Applet; open: boolean; onClose: () => void }

/** Four networks, the link to copy, and the browser's share sheet if it has one (§2.1). Browser only. */
export function ShareDialog({ applet, open, onClose }: Props) {
  const close = useBack(open, onClose)
  return (
    <Dialog open={open} title={`Share this ${appletWord(applet.config_type)}`} onClose={close}>
      <ShareWays shared={{ link: absoluteAddress(appletPath(applet)), title: applet.name }} sheet={hasShareSheet()} />
    </Dialog>
  )
}

/** Makes Back close the dialog and stay on the page. Returns how it is closed otherwise. */
function useBack(open: boolean, onClose: () => void): () => void {
  const entry = useRef<ModalHistoryEntry>(null)
  const wentBack = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return undefined
    const pushed = pushModalHistoryEntry(() => wentBack())
    entry.current = pushed
    return pushed.stop
  }, [open])
  return () => entry.current?.leave(onClose)
}

export function ShareWays({ shared, sheet }: { shared: Shared; sheet: boolean }) {
  return (
    <div className="share-ways">
      <ul className="targets" aria-label="Networks">
        {SHARE_KINDS.map((kind) => {
          const { name, href } = shareTarget(kind, shared)
          return (
            <li key={kind}>
              <a href={href} target="_blank" rel="noopener">
                <span className="mark">
                  <ShareMark kind={kind} />
                </span>
                {name}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </li>
          )
        })}
      </ul>
      <CopyField label="Link" value={shared.link} />
      {sheet ? <ShareSheetButton shared={shared} /> : null}
    </div>
  )
}

function ShareSheetButton({ shared: { link, title } }: { shared: Shared }) {
  const flash = useFlash()
  async function share() {
    const opened = await openShareSheet({ title, url: link })
    if (!opened) flash('danger', 'Your browser does not allow sharing here. Copy the link instead.')
  }
  return (
    <Button kind="quiet" size="small" onClick={() => void share()}>
      <Glyph name="share" />
      More ways to share
    </Button>
  )
}
