/** Fields that spans and log records of OTLP's JSON have alike. */
import { z } from 'zod'

/** An id: lower case, and not all 0. */
export const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0{${digits}}$)[0-9a-fA-F]{${digits}}$`), `${digits} hex digits, not all 0, are expected`)
  .transform((id) => id.toLowerCase())

/** A time; 64-bit numbers come as text. */
export const nanoseconds = z.union([z.string().regex(/^\d{1,20}$/, 'nanoseconds since 1970 are expected'), z.number().min(0).refine(Number.isInteger, 'nanoseconds have no fractions')]).transform((time) => BigInt(time))
