import { useState } from 'react'
import type { hydrateRoot } from 'react-dom/client'
import type { PageSite } from '../../../worker/contract/site.ts'
import { appendToBody } from '../../browser/document/browser-document.ts'
import { SiteProvider } from '../../site/site-context.tsx'
import { FlashProvider } from '../../ui/flash/use-flash.tsx'
import { useHydrated } from '../../ui/state/use-in-browser.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** Opens the dialog in a root of its own, over whatever page asked. Resolves to whether the user showed that it is them. */
export function askProof(hydrate: typeof hydrateRoot, site: PageSite): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const place = appendToBody()
  const root = hydrate(place, <Asking site={site} onDone={resolve} />)
  return promise.finally(() => {
    root.unmount()
    place.remove()
  })
}

type Props = { site: PageSite; onDone: (proved: boolean) => void }

function Asking({ site, onDone }: Props) {
  const [open, setOpen] = useState(true)
  // Nothing at first, like the empty element that it hydrates.
  const hydrated = useHydrated()
  function done(proved: boolean) {
    // Closes first, so that the browser returns the focus to what was pressed.
    setOpen(false)
    queueMicrotask(() => onDone(proved))
  }
  if (!hydrated) return null
  return (
    <SiteProvider value={site}>
      <FlashProvider>
        <ProofDialog open={open} onDone={done} />
      </FlashProvider>
    </SiteProvider>
  )
}
