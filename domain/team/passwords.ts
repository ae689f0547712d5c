export const MIN_PASSWORD_LENGTH = 7
export const MAX_PASSWORD_LENGTH = 50

/** Common passwords that attackers try first. */
const COMMON =
  /^(password\d*|passw0rd|p@ssword|12345678?9?0?|1{7,}|0{7,}|123123123|987654321|87654321|qwerty\w{0,6}|qwertz\w{0,6}|asdfghj\w{0,3}|1q2w3e4r(5t)?|abc12345?|iloveyou|letmein\d*|welcome\d*|sunshine|princess|football|baseball|superman|trustno1|changeme|administrator|vending\d*|roundsman\d*)$/i

/** Whether a password is common or derived from the user's own names. */
export const isGuessable = (password: string, names: readonly string[] = []): boolean =>
  COMMON.test(password) || names.some((name) => name.length >= 4 && name.toLowerCase() === password.toLowerCase())
