-- Late work on a deleted machine had overwritten its removal in the change feed: devices hear of the removal once more.
WITH "gone" AS (
	SELECT "f"."company_id", "f"."entity_id" FROM "feed" "f"
	JOIN "machines" "m" ON "m"."company_id" = "f"."company_id" AND "m"."id" = "f"."entity_id"
	WHERE "f"."kind" = 'machine' AND NOT "f"."removed" AND "m"."deactivated_at" IS NOT NULL
), "next" AS (
	UPDATE "companies" SET "feed_seq" = "feed_seq" + 1
	WHERE "id" IN (SELECT "company_id" FROM "gone") RETURNING "id", "feed_seq"
)
UPDATE "feed" "f" SET "removed" = true, "seq" = "next"."feed_seq"
FROM "gone", "next"
WHERE "f"."company_id" = "gone"."company_id" AND "f"."kind" = 'machine' AND "f"."entity_id" = "gone"."entity_id"
	AND "f"."user_id" = 0 AND "next"."id" = "f"."company_id";
