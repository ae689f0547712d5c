import * as v from 'valibot'

/** The parts of the address of a photo store; null if it has another form. */
function storeAddressOf(text: string) {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, port, hostname, pathname, searchParams, hash } = new URL(text)
  const [endpoint, region] = [searchParams.get('endpoint'), searchParams.get('region')]
  const isKnown = [...searchParams.keys()].every((key) => key === 'endpoint' || key === 'region')
  if (protocol !== 's3:' || username || password || port || hash || !isKnown) return null
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(hostname) || !/^[\w./-]*$/.test(pathname) || pathname.includes('//')) return null
  if (endpoint !== null && !/^https?:\/\/[\w.:[\]-]+(\/[\w./-]*)?$/.test(endpoint)) return null
  if (region !== null && !/^[\w-]+$/.test(region)) return null
  const prefix = pathname.replace(/^\/|\/$/g, '')
  return { bucket: hostname, prefix: prefix && `${prefix}/`, endpoint: endpoint?.replace(/\/$/, ''), region }
}

export type PhotoStoreSettings = {
  bucket: string
  /** Ends with a slash, or is empty. */
  prefix: string
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

type PhotoEnvironment = v.InferOutput<v.ObjectSchema<typeof PHOTO_ENVIRONMENT, undefined>>

function photoStoreOf(env: PhotoEnvironment): PhotoStoreSettings | null {
  const address = env.PHOTO_STORE === undefined ? null : storeAddressOf(env.PHOTO_STORE)
  if (!address || !env.AWS_ACCESS_KEY_ID || !env.AWS_SECRET_ACCESS_KEY) return null
  const region = address.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1'
  return {
    ...{ bucket: address.bucket, prefix: address.prefix, region },
    endpoint: address.endpoint ?? `https://s3.${region}.amazonaws.com`,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
    },
  }
}

const amount = (most: number) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, 'must be a whole number'), v.transform(Number), v.maxValue(most, `must be at most ${most}`))

/** The settings of photos. */
export const PHOTO_ENVIRONMENT = {
  /** For how many days photos are kept, and how many megabytes of them and how many a company may have. */
  PHOTO_DAYS: v.optional(amount(3_650), '730'),
  PHOTO_SPACE: v.optional(amount(1_000_000), '5000'),
  PHOTO_COUNT: v.optional(amount(1_000_000), '25000'),
  /** An S3-compatible store of photos instead of the database: `s3://bucket/prefix?endpoint=https://…&region=…`. */
  PHOTO_STORE: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => storeAddressOf(text) !== null,
        'must be an address such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1',
      ),
    ),
  ),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  AWS_REGION: v.optional(v.string()),
  AWS_DEFAULT_REGION: v.optional(v.string()),
}

export type PhotoSettings = {
  /** How long photos are kept, and the most that a company may store. */
  photoDays: number
  photoBytes: number
  photoCount: number
  /** Null: photos are stored in the database. */
  photoStore: PhotoStoreSettings | null
}

export const photoSettingsOf = (env: PhotoEnvironment): PhotoSettings => ({
  photoDays: env.PHOTO_DAYS,
  photoBytes: env.PHOTO_SPACE * 1024 * 1024,
  photoCount: env.PHOTO_COUNT,
  photoStore: photoStoreOf(env),
})
