export type SumLine = { label: string; amount: string }

/** What is paid today, line by line, and what it comes to. */
export function SumList({ lines, today }: { lines: readonly SumLine[]; today: string }) {
  return (
    <dl className="sum-list">
      {lines.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="total">
        <dt>Today</dt>
        <dd>{today}</dd>
      </div>
    </dl>
  )
}
