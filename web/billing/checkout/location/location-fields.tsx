import { Button } from '../../../ui/button/button.tsx'
import { countryName } from '../../../ui/country-names.ts'
import { COUNTRY_OPTIONS } from '../../../ui/country-options.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { needsPostalCode } from './location-flow.ts'
import type { TaxPlace } from './use-tax-location.ts'
import './location-section.css'
import '../../../ui/styles/forms.css'

type Props = {
  place: TaxPlace
  locked: boolean
  /** Why the payment was refused for the place. */
  refusal: string | null
}

/** Country and postal code, by which Stripe finds the tax. A company is taxed where its details say. */
export function LocationFields({ place: { state, typed, type, retry }, locked, refusal }: Props) {
  const { country, postal_code } = typed
  const { company } = state
  if (company) {
    return (
      <p>
        Taxed where your company is: {[countryName(company.country), company.postal_code].filter(Boolean).join(', ')}.{' '}
        <a href="/settings/billing">Change company details</a>
      </p>
    )
  }
  const wrong = state.kind === 'refused' && state.at === 'place' ? state.message : null
  return (
    <fieldset className="location-fields" disabled={locked}>
      <legend className="visually-hidden">Where you are</legend>
      <SelectField
        label="Country"
        id="tax-country"
        autoComplete="billing country"
        required
        options={COUNTRY_OPTIONS}
        placeholder="Choose a country"
        value={country}
        onChange={({ target }) => type({ ...typed, country: target.value })}
      />
      <Field
        label="Postal code"
        id="tax-postal-code"
        autoComplete="billing postal-code"
        optional={country !== '' && !needsPostalCode(country)}
        value={postal_code}
        maxLength={20}
        error={wrong ?? refusal}
        onChange={({ target }) => type({ ...typed, postal_code: target.value })}
      />
      {state.kind === 'refused' && state.at === 'check' ? (
        <ErrorPanel
          title="We could not find the tax"
          action={
            <Button kind="secondary" size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {state.message}
        </ErrorPanel>
      ) : null}
    </fieldset>
  )
}
