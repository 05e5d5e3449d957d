import { Glyph } from '../glyph.tsx'
import './benefit-list.css'

/** A list of benefits, each with a check mark. */
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
