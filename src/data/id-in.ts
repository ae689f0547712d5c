/** The id of a machine, van or order in an address. Anything except a number gives 0, which none has. */
export const idIn = (address: string): number => (/^\d{1,15}$/.test(address) ? Number(address) : 0)
