import { Glyph } from '../glyph/glyph.tsx'

/** What one gets, a check before each. */
export function BenefitList({ benefits }: { benefits: readonly string[] }) {
  return (
    <ul className="benefit-list">
      {benefits.map((benefit) => (
        <li key={benefit}>
          <Glyph name="check" size={20} />
          {benefit}
        </li>
      ))}
    </ul>
  )
}
