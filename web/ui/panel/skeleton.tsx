type SkeletonProps = {
  /** The final size of what will stand here. */
  shape: 'title' | 'text' | 'button' | 'icon' | 'card' | 'service-card' | 'row'
  count?: number
}

/** Keeps the place of what is still on its way. Say `aria-busy` on the region around it. */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  return Array.from({ length: count }, (_, index) => (
    <span key={index} className={`skeleton ${shape}`} aria-hidden="true" />
  ))
}
