import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { isMissing, s3Client, s3FileStore, type S3Settings } from '../files/s3-file-store.ts'
import { manifestFolder, objectFolder, type BackupPlace } from './backup-place.ts'

/** A bucket, or a part of it. */
export function s3Place(settings: S3Settings): BackupPlace {
  const client = s3Client(settings)
  const Bucket = settings.bucket
  const { prefix = '' } = settings
  const folder = `${prefix}${manifestFolder}/`
  return {
    objects: s3FileStore({ ...settings, prefix: `${prefix}${objectFolder}/` }),
    async manifests() {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: folder, ...(token ? { ContinuationToken: token } : {}) }),
        )
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(folder.length))
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token)
      return names
    },
    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `${folder}${name}` }))
        return (await Body?.transformToString()) ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async write(name, text) {
      await client.send(new PutObjectCommand({ Bucket, Key: `${folder}${name}`, Body: text }))
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: `${folder}${name}` }))
    },
  }
}
