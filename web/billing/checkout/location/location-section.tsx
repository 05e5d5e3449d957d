import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import type { TaxPlace } from './use-tax-location.ts'
import './location-section.css'

/** The countries load only where checkout asks for one. */
const LocationFields = lazy(() =>
  import('./location-fields.tsx').then((module) => ({ default: module.LocationFields })),
)

type Props = { place: TaxPlace; locked: boolean; refusal: string | null }

/** Asks where the buyer is, if the receipt names a tax. */
export function LocationSection(props: Props) {
  if (!props.place.asked) return null
  return (
    <section className="location" aria-labelledby="location-title">
      <h2 id="location-title">Where you are</h2>
      {/* Not rendered by the server: what the browser calls countries may differ. */}
      <Suspense fallback={<Skeleton shape="row" />}>
        <LocationFields {...props} />
      </Suspense>
    </section>
  )
}
