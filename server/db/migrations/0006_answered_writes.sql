CREATE TABLE "answered_writes" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "answered_writes_company_id_user_id_key_pk" PRIMARY KEY("company_id","user_id","key")
);
--> statement-breakpoint
CREATE INDEX "answered_writes_age" ON "answered_writes" USING btree ("at");