import './logo.css'
/** Our mark: a track that a switch sends to the other line. Uses the surrounding text color and our accent. */
export function Logo({ productName, size = 32 }: { productName: string; size?: number }) {
  return (
    <span className="logo">
      <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
        <path className="line" d="M3 9.5H16M23 22.5H29" strokeWidth="4" strokeLinecap="round" />
        <path className="route" d="M3 22.5H8.5C16 22.5 13.5 9.5 21 9.5H22" strokeWidth="4" strokeLinecap="round" />
        <circle className="knob" cx="25.5" cy="9.5" r="5" />
      </svg>
      <span className="name">{productName}</span>
    </span>
  )
}
