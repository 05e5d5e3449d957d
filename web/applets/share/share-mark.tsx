import type { ShareKind } from './share-targets.ts'

const PATHS = {
  facebook: 'M16.5 4H15a3.5 3.5 0 0 0-3.5 3.5V20M8 12h7.5',
  x: 'M4.5 4.5h4l11 15h-4zM18.8 4.5l-6 6.6M5.2 19.5l6-6.6',
  linkedin: 'M6 10.5V19M6 5.8v.4M11 19v-8.5M11 14.2a3.5 3.5 0 0 1 7 0V19',
  reddit:
    'M12 20c4.4 0 8-2.5 8-5.5S16.4 9 12 9s-8 2.5-8 5.5S7.6 20 12 20M12 9l1.2-5L17 5M9 13.4v.4M15 13.4v.4M9.3 16.8c1.7.9 3.7.9 5.4 0',
} as const satisfies Record<ShareKind, string>

/** Our own line drawing of a network, in the style of ui/glyph.tsx; its name is next to it. */
export function ShareMark({ kind }: { kind: ShareKind }) {
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d={PATHS[kind]} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
