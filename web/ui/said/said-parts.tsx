import type { SaidPart } from '../../../worker/contract/shared/said-part.ts'
import './said-parts.css'

/** A sentence about a step: what somebody set stands out, and ingredients look like those of the builder. */
export function SaidParts({ parts }: { parts: readonly SaidPart[] }) {
  return parts.map((part, index) => <SaidPartView key={index} part={part} />)
}

function SaidPartView({ part: { kind, text } }: { part: SaidPart }) {
  switch (kind) {
    case 'text':
      return text
    case 'value':
      return <b>{text}</b>
    case 'ingredient':
      return <span className="said-ingredient">{text}</span>
  }
}
