import { TextDecoder } from 'node:util'

/** Number of bytes around non-ASCII characters that are examined. */
const SAMPLE = 512 * 1024

/** The code page of a file, or null if it is not text. `chunks` reads the file from its beginning. */
export async function codePageOf(chunks) {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isFirst = true
  const sample = []
  let sampled = 0
  for await (const chunk of chunks()) {
    if (isFirst) {
      isFirst = false
      if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      const wide = widePageOf(chunk)
      if (wide !== undefined) return wide
    }
    if (isUtf8) {
      try {
        utf8.decode(chunk, { stream: true })
      } catch {
        isUtf8 = false
      }
    }
    if (sampled < SAMPLE && chunk.some((byte) => byte > 0x7f)) {
      sample.push(chunk)
      sampled += chunk.length
    }
    if (!isUtf8 && sampled >= SAMPLE) break
  }
  if (isUtf8) {
    try {
      utf8.decode()
      return 'utf-8'
    } catch {
      // The last character is truncated, so it is another code page.
    }
  }
  return byBytes(Buffer.concat(sample))
}

/**
 * UTF-16 without a byte order mark: the zero bytes of its digits and marks stand at every other place. Other scripts contain few of them, and
 * some of their characters have a zero in the other byte. Other text contains no zero bytes.
 */
function widePageOf(chunk) {
  const beginning = chunk.subarray(0, 2_000)
  let [even, odd] = [0, 0]
  for (let at = 0; at < beginning.length; at++) if (beginning[at] === 0) at % 2 ? odd++ : even++
  if (even + odd === 0) return undefined
  if (Math.max(even, odd) < beginning.length * 0.1 || Math.max(even, odd) < 10 * Math.min(even, odd)) return null
  const page = odd > even ? 'utf-16le' : 'utf-16be'
  return decoded(page, beginning) === null ? null : page
}

const decoded = (page, bytes) => {
  try {
    // A multi-byte character may be truncated at the end of the sample.
    return new TextDecoder(page, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/** The share of non-ASCII characters in matching runs of two or more. A single match is an accented letter. */
const share = (text, runs) => {
  const signs = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return signs === 0 ? 0 : (text.match(runs) ?? []).reduce((sum, run) => sum + run.length, 0) / signs
}

function byBytes(bytes) {
  const korean = decoded('euc-kr', bytes)
  if (korean !== null && share(korean, /[\uac00-\ud7a3]{2,}|(?<=\d)[년월일시분초원]/gu) > 0.9) return 'euc-kr'
  const chinese = decoded('gb18030', bytes)
  const isChinese = chinese !== null && idioms(chinese, SIMPLIFIED) > 0.1 * chinese.length
  if (!isChinese && isThai(decoded('windows-874', bytes))) return 'windows-874'
  // Kana have the same bytes in EUC-JP and in Chinese code pages, and Chinese text contains none.
  const extended = decoded('euc-jp', bytes)
  if (extended !== null && share(extended, /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}|(?<=\d)[年月日時分秒円]/gu) > 0.7)
    if (share(extended, /[\u3040-\u30ff]{2,}/gu) > 0.1) return 'euc-jp'
  const japanese = decoded('shift_jis', bytes)
  if (japanese !== null && share(japanese, /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}|(?<=\d)[年月日時分秒円]/gu) > 0.7) {
    // Chinese bytes often decode as Japanese too, but Japanese text always contains kana.
    if (share(japanese, /[\u3040-\u30ff]{2,}/gu) > 0.1) return 'shift_jis'
  }
  const traditional = decoded('big5', bytes)
  if (traditional !== null && share(traditional, /[\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}|(?<=\d)[年月日時分秒元]/gu) > 0.9)
    if (idioms(traditional, TRADITIONAL) > 2 * idioms(chinese ?? '', SIMPLIFIED)) return 'big5'
  if (
    chinese !== null &&
    share(chinese, /[\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}|(?<=\d)[年月日时分秒元]/gu) > 0.9 &&
    isIdiomatic(chinese)
  )
    return 'gb18030'
  if (japanese !== null && share(japanese, /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}|(?<=\d)[年月日時分秒円]/gu) > 0.9)
    return 'shift_jis'
  if (japanese !== null && isHalfWidth(japanese)) return 'shift_jis'
  const [arabic, oldArabic] = [decoded('windows-1256', bytes), decoded('iso-8859-6', bytes)]
  const isOld = isOldArabic(oldArabic)
  if (isArabic(arabic) && !(isOld && articles(oldArabic) > articles(arabic))) return 'windows-1256'
  if (isOld) return 'iso-8859-6'
  const cyrillic = decoded('windows-1251', bytes)
  // Greek writes a half of the day with single letters: π.μ.
  if (cyrillic !== null && share(cyrillic, /[\u0400-\u04ff]{3,}|[рм]\.\s?м\./gu) > 0.6)
    return isGreek(cyrillic) ? 'windows-1253' : isHebrew(cyrillic) ? 'windows-1255' : 'windows-1251'
  return westOrEast(bytes)
}

/**
 * Whether text is Thai: marks follow a letter, letters follow the vowels that are written before them, and tone marks and such vowels are
 * common, or else the letters that Japanese bytes seldom are.
 */
function isThai(text) {
  if (text === null || share(text, /[\u0e01-\u0e5b]{2,}/gu) < 0.9) return false
  const count = (pattern) => text.match(pattern)?.length ?? 0
  const letters = count(/[\u0e01-\u0e5b]/gu)
  const wrong =
    count(/(?<![ก-ฮ\u0e31-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu) +
    count(/[เแโใไ](?![ก-ฮ])|[\u0e45\u0e4e\u0e4f\u0e5a\u0e5b]/gu)
  // A name may be cut off behind a vowel.
  if (wrong > 0.005 * letters) return false
  const marks = count(/[เแโใไ\u0e47-\u0e4c]/gu)
  if (marks > 0.05 * letters) return true
  // In half-width katakana, the bytes of ก, ข and ค are rare punctuation and that of ฐ is the long vowel; in EUC-JP, those of ค and ฅ begin kana.
  const common = marks + count(/[กขค](?=[\u0e01-\u0e5b])/gu)
  return common > 0.05 * letters && common > count(/ฐ/gu) && count(/ฅ/gu) === 0 && count(/ค/gu) < 0.25 * letters
}

/**
 * Whether text is Arabic or Persian: it consists of words of Arabic letters, some of which have the bytes of Cyrillic capitals and some those
 * of small letters. In Cyrillic and Greek text without capitals, most vowels have the bytes of French letters.
 */
function isArabic(text) {
  if (
    text === null ||
    share(text, /[\u0621-\u064a\u067e\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06d2\u060c\u200c]{2,}/gu) < 0.9
  )
    return false
  const small = text.match(/[لمنهوىي]/gu)?.length ?? 0
  const letters = text.match(/[\u0621-\u064a]/gu)?.length ?? 0
  return small > 0.15 * letters && small < 0.85 * letters
}

/**
 * Whether text is Arabic in ISO 8859-6, as programs of Unix and old tills write it. It has the bytes of Cyrillic capitals and small letters, which
 * are mixed within words. Four of the most common small Cyrillic letters have the bytes of vowel marks, and А is none.
 */
function isOldArabic(text) {
  if (text === null || share(text, /[\u0621-\u063a\u0641-\u064a\u060c\u061b\u061f]{2,}/gu) < 0.9) return false
  const small = text.match(/[\u0641-\u064a]/gu)?.length ?? 0
  const letters = text.match(/[\u0621-\u064a]/gu)?.length ?? 0
  return small > 0.15 * letters && small < 0.85 * letters && /[\u0641-\u064a][\u0621-\u063a]/u.test(text)
}

/** The number of words with the Arabic article. */
const articles = (text) => text.match(/(?<!\p{L})ال\p{L}{2}/gu)?.length ?? 0

/** The halves of the day in Greek, π.μ. and μ.μ., in Cyrillic letters. */
const HALVES = /[рм]\.\s?м\./u

/** Whether Cyrillic text is Greek: accented Greek vowels have the bytes of capitals, which do not follow small letters. */
const isGreek = (text) =>
  HALVES.test(text) || (text.match(/[а-я][ЬЭЮЯ]/gu)?.length ?? 0) > 0.1 * (text.match(/[\u0400-\u04ff]{3,}/gu)?.length ?? 0)

/**
 * Whether Cyrillic text is Hebrew, which has the bytes of small letters up to ъ only. Among them are й and ъ at the beginning of a word and й
 * behind a consonant, where Cyrillic has none.
 */
const isHebrew = (text) => !/[А-ЯЁыьэюяё]/u.test(text) && /(?<![\u0400-\u04ff])[йъ][а-я]|[бвгджзклмнпрстфхцчшщъ]й/u.test(text)

/** Whether the text contains common Chinese characters (of the few thousand in GB 2312, whose first byte is below 0xF8). */
const isIdiomatic = (text) => idioms(text, SIMPLIFIED) > 0
const SIMPLIFIED = /[的号编机时间金额支付名称商品订单设备价格数量状态类型点位地址元有限公司]/gu
const TRADITIONAL = /[的號編機時間金額支付名稱商品訂單設備價格數量狀態類型點位地址元有限公司日期交易銷售現付卡]/gu
const idioms = (text, characters) => text.match(characters)?.length ?? 0

/**
 * Whether the text consists of half-width katakana, with or without full-width characters. Their bytes are capitals in other code pages,
 * but only of the upper half of the range.
 */
function isHalfWidth(text) {
  const half = text.match(/[\uff66-\uff9f]{2,}/gu)?.join('') ?? ''
  const lower = half.match(/[\uff66-\uff7f]/gu)?.length ?? 0
  return lower > 0.2 * half.length && share(text, /[\uff61-\uff9f\u3040-\u30ff\u4e00-\u9fff\uff01-\uff5e\u3000-\u303f]{2,}/gu) > 0.7
}

/**
 * Windows-1250 and windows-1252 share most letters. The differences are weighed by spelling: Polish never has ń before a vowel, and no
 * western language has ¹, ³ or ¿ within a word.
 */
function westOrEast(bytes) {
  // Node.js 20 decodes windows-1252 as ISO 8859-1 without `stream`.
  const as = (page) => new TextDecoder(page).decode(bytes, { stream: true })
  const [east, west] = [as('windows-1250'), as('windows-1252')]
  const many = (text, pattern) => text.match(pattern)?.length ?? 0
  const forEast =
    many(west, /[\p{L}][¹³¿¾¼ª]|[¹³¿¾¼£¥¯][\p{Ll}]|\p{L}[£¥¯]\p{L}/gu) +
    // French has œ before u and i, where Polish has no ś.
    many(west, /[œŒ](?![uiUI])(?=\p{L}|\b)|[Ÿ\u008d\u009d\u008f](?=\p{L}|\b)|[\p{L}]Ÿ/gu) +
    many(west, /ì(?=\p{L})|ù(?=\p{L})|È(?=[\p{Ll}])|ø(?=[eiayìí])/gu) +
    many(east, /ń(?![aeiouyáéíóúüAEIOU])(?=\p{L}|$|\P{L})/gu) * 0.8 +
    many(east, /[őű]/gu) * 0.4 +
    // Croatian č and ć: French has è before consonants, and Danish has æ beside them.
    many(west, /è(?=[aiou])|[aeiou]æ|æ(?=[aiou])/gu)
  const forWest =
    many(east, /[ńŃ](?=[aeiouáéíóúüAEIOUÁÉÍÓÚ])/gu) * 2 +
    many(west, /ã[oe]|õe|ª\b|º\b|[œŒ][uiUI]/gu) +
    many(west, /[àòùì](?!\p{L})|ê|è(?=[rmnstlv])|[åæø]/gu) * 0.5 +
    many(west, /(?<!\p{L})[¿¡]/gu)
  if (forEast > forWest) return 'windows-1250'
  // Turkish letters replace Icelandic ones, which always come with these vowels.
  const turkish = many(as('windows-1254'), /[ğĞşŞıİ]/gu)
  return turkish > 0 && many(west, /[áíúæÁÍÚÆ]/gu) === 0 ? 'windows-1254' : 'windows-1252'
}
