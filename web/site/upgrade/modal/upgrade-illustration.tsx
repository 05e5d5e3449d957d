import './upgrade-modal.css'
/** The heights of the inactive lines. */
const QUIET = [48, 116, 184, 456, 524, 592]

/** Curves from one line to the next. */
const POINTS = [
  'M20 116C58 116 46 48 84 48',
  'M236 184C274 184 262 116 300 116',
  'M60 456C98 456 86 524 124 524',
  'M210 524C248 524 236 592 274 592',
]

/** The centers of the switches that are off. */
const OFF = [
  [180, 116],
  [120, 184],
  [180, 524],
  [110, 592],
  [246, 456],
] as const

/** Decoration: a switchyard where one switch is on and its line reaches three others. */
export function Illustration() {
  return (
    <svg
      className="illustration"
      viewBox="0 0 360 640"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <g className="quiet">
        {QUIET.map((y) => (
          <path key={y} d={`M-400 ${y}H760`} />
        ))}
        {POINTS.map((d) => (
          <path key={d} d={d} />
        ))}
        {OFF.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x - 24} y={y - 14} width="48" height="28" rx="14" />
            <circle cx={x - 10} cy={y} r="8" />
          </g>
        ))}
      </g>
      <g className="live">
        <path d="M-400 320H760M228 320C284 320 242 252 298 252H760M228 320C284 320 242 388 298 388H760" />
        <rect x="84" y="284" width="150" height="72" rx="36" />
        <circle className="knob" cx="198" cy="320" r="28" />
        {[252, 320, 388].map((y) => (
          <circle key={y} className="stop" cx="290" cy={y} r="9" />
        ))}
      </g>
    </svg>
  )
}
