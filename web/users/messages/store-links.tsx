import type { MobileSystem } from '../../../worker/contract/messages/app-link.ts'
import { useSite } from '../../site/site-context.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { storeAddress } from './choose-app-store.ts'
import './app-modal.css'

const STORES = {
  ios: {
    label: 'Download on the App Store',
    path: 'M13.4 5 7 16.2M10.6 5 17 16.2M4 16.2h9.4M17 16.2h3M5.6 18.9l-.6 1M18.4 18.9l.6 1',
  },
  android: { label: 'Get it on Google Play', path: 'M6.5 4.5v15l13-7.5z' },
} as const

/** Links to the app stores that have the app; on a phone only one of them. */
export function StoreLinks({ stores }: { stores: readonly MobileSystem[] }) {
  const site = useSite()
  const shown = stores.filter((store) => storeAddress(site, store))
  if (shown.length === 0) return null
  return (
    <ul className="store-links">
      {shown.map((store) => (
        <li key={store}>
          <ButtonLink
            href={storeAddress(site, store)}
            kind={stores.length === 1 ? 'primary' : 'secondary'}
            data-begin-here={stores.length === 1 ? true : undefined}
          >
            <StoreIcon path={STORES[store].path} />
            {STORES[store].label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

/** Our own drawing; the words are next to it. */
function StoreIcon({ path }: { path: string }) {
  return (
    <svg width={28} height={28} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d={path} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
