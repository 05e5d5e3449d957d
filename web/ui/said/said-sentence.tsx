import type { SaidPart } from '../../../worker/contract/shared/said-part.ts'
import { SaidParts } from './said-parts.tsx'
import './said-sentence.css'

/** The sentence of a step where a page says what is set. */
export function SaidSentence({ parts }: { parts: readonly SaidPart[] }) {
  return (
    <span className="said-sentence">
      <SaidParts parts={parts} />
    </span>
  )
}
