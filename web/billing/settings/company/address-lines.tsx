import type { PostalAddress } from '../../../../worker/contract/billing/company.ts'
import { countryName } from '../../../ui/country-names.ts'

type Lines = { [Part in keyof PostalAddress]: PostalAddress[Part] | '' }

/** The lines of an address, from street to country. */
export function AddressLines({ address }: { address: Lines }) {
  const { line1, line2, country } = address
  const lines = [line1, line2, townLine(address)].filter(Boolean)
  return (
    <>
      {lines.map((line) => (
        <span key={line} className="line">
          {line}
        </span>
      ))}
      {country ? (
        // Server and browser may know a country by different names.
        <span className="line" suppressHydrationWarning>
          {countryName(country)}
        </span>
      ) : null}
    </>
  )
}

/** The postal code comes last in these countries, as in "San Francisco, CA 94107". */
const CODE_LAST = ['US', 'CA', 'AU', 'GB', 'IE', 'IN', 'NZ', 'SG', 'ZA']

function townLine({ city, state, postal_code, country }: Lines): string {
  const inOrder = CODE_LAST.includes(country ?? '')
    ? [[city, state].filter(Boolean).join(', '), postal_code]
    : [postal_code, [city, state].filter(Boolean).join(', ')]
  return inOrder.filter(Boolean).join(' ')
}
