import type { MachineType } from '../machines/machine.ts'
import type { Packaging } from '../products/product.ts'

/** The kinds of products that a slot of a machine can hold. */
export const packagingsFor = (type: MachineType): readonly Packaging[] => (type === 'COFFEE' ? ['COFFEE'] : ['PIECE', 'CAN', 'BOTTLE'])
