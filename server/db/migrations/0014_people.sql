CREATE TABLE "announcements" (
	"day" date PRIMARY KEY NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "device_id" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "model_at" timestamp (3) with time zone;