type ServiceIconProps = {
  /** Its text alternative; empty where the name stands beside it. */
  name: string
  src: string
  /** §9: 54 and 40 for services, 32 and 18 for steps. */
  size: 54 | 40 | 32 | 18
  /** A white icon that stands on a brand colour, and turns to ink where the text does. */
  mono?: boolean
  /** The page's own icon, fetched before anything else; the many on shelves would only crowd it out. */
  lead?: boolean
}

export function ServiceIcon({ name, src, size, mono = false, lead = false }: ServiceIconProps) {
  const look = mono ? 'service-icon mono' : 'service-icon'
  return (
    <img
      className={look}
      src={src}
      alt={name}
      width={size}
      height={size}
      decoding="async"
      fetchPriority={lead ? 'high' : 'low'}
    />
  )
}
