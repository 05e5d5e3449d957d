import './skeleton.css'
type SkeletonProps = {
  /** The final size of the content. */
  shape: 'text' | 'pill' | 'service-card' | 'row'
  count?: number
}

/** Reserves room for content that is loading. Set `aria-busy` on the region around it. */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  return Array.from({ length: count }, (_, index) => (
    <span key={index} className={`skeleton ${shape}`} aria-hidden="true" />
  ))
}
