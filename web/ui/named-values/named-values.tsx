import './named-values.css'

/** Names and values, long ones cut by a fold. */
export function NamedValues({ values }: { values: readonly { name: string; value: string }[] }) {
  if (values.length === 0) return null
  return (
    <dl className="named-values">
      {values.map(({ name, value }, index) => (
        // Two fields of a step may have the same label.
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value === '' ? <span className="quiet-text">Empty</span> : <Text value={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN_TEXT = 160

function Text({ value }: { value: string }) {
  if (value.length <= SHOWN_TEXT) return value
  return (
    <details>
      <summary>{value.slice(0, SHOWN_TEXT)} …</summary>
      {value}
    </details>
  )
}
