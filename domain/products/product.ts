export const PACKAGINGS = ['PIECE', 'CAN', 'BOTTLE', 'COFFEE', 'INGREDIENT'] as const
export type Packaging = (typeof PACKAGINGS)[number]

export const VOLUME_TYPES = ['GRAM', 'MILLILITRE', 'PIECE'] as const
export type VolumeType = (typeof VOLUME_TYPES)[number]

/** A volume as displayed: from 1000 g on in kg with two decimals, from 1000 ml on in l. */
export function displayVolume(
  volume: number,
  type: VolumeType,
): { value: number; unit: 'g' | 'kg' | 'ml' | 'l' | 'pcs'; decimals: number } {
  if (type === 'PIECE') return { value: volume, unit: 'pcs', decimals: 0 }
  const large = Math.abs(volume) >= 1000
  if (type === 'GRAM') return large ? { value: volume / 1000, unit: 'kg', decimals: 2 } : { value: volume, unit: 'g', decimals: 0 }
  return large ? { value: volume / 1000, unit: 'l', decimals: 2 } : { value: volume, unit: 'ml', decimals: 0 }
}
