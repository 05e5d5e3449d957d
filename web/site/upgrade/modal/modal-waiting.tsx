import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import type { UpgradeContent } from './upgrade-content.ts'

/** Placeholder in the size of the content that is loading. */
export function ModalWaiting({ content }: { content: UpgradeContent }) {
  if (content !== 'checkout') {
    return (
      <div className="waiting">
        <Skeleton shape="text" count={3} />
        <Skeleton shape="pill" />
      </div>
    )
  }
  return (
    <div className="waiting">
      <Skeleton shape="text" />
      <div className="options">
        <Skeleton shape="service-card" count={2} />
      </div>
      <Skeleton shape="text" />
      <Skeleton shape="row" count={2} />
      <Skeleton shape="pill" />
    </div>
  )
}
