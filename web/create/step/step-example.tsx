import type { DraftIngredient } from '../../../worker/contract/drafts/draft.ts'
import './step-example.css'

/** The ingredients that a step gives to those after it, with real values. */
export function StepExample({ ingredients }: { ingredients: readonly DraftIngredient[] }) {
  if (ingredients.length === 0) return null
  return (
    <details className="step-example">
      <summary>What it gives, for example</summary>
      <dl>
        {ingredients.map(({ name, label, example }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
