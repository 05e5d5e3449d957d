import './sum-list.css'
export type SumLine = { label: string; amount: string }

/** Today's charge line by line, with the total. */
export function SumList({ lines, total }: { lines: readonly SumLine[]; total: SumLine }) {
  return (
    <dl className="sum-list">
      {lines.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{total.label}</dt>
        <dd>{total.amount}</dd>
      </div>
    </dl>
  )
}
