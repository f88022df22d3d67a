"""Helpers of the end-to-end tests: processes, requests, images, disks, pages."""
