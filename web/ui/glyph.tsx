const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M6 9l6 6 6-6',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  info: 'M12 11v6M12 7v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  alert: 'M12 8v5M12 16.5v.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  clock: 'M12 7v5l3 3M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M7 11H5v9.5h14V11h-2',
} as const

export type GlyphName = keyof typeof PATHS

/** Our own line drawings; always decorative, with text next to them. */
export function Glyph({ name, size = 20 }: { name: GlyphName; size?: number }) {
  return <LineDrawing path={PATHS[name]} size={size} />
}

/** A drawing that few pages need, so that the others do not carry it. */
export function LineDrawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      className="glyph"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
